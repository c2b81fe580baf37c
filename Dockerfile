# The site: web server, workers and scheduler are the same image with different commands.
ARG BASE=debian:trixie-slim
FROM ${BASE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --home-dir /var/lib/knock knock
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    KNOCK_DATA_DIR=/var/lib/knock
WORKDIR /app
# The packages first: they change less often than the program does.
COPY pyproject.toml constraints.txt README.md LICENSE ./
RUN python3 -m venv /opt/venv \
    && pip install --no-cache-dir --disable-pip-version-check -c constraints.txt -e '.[postgres]'
COPY . .
RUN pybabel --quiet compile --domain django --directory tournament/locale || [ ! -d tournament/locale ]
USER knock
RUN KNOCK_SECRET_KEY=only-for-this-step python manage.py collectstatic --no-input --verbosity 0
EXPOSE 8000
CMD ["uvicorn", "tournament.asgi:application", "--host", "0.0.0.0", "--port", "8000"]
