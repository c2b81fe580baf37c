# Deal as docs/deals.md says: perl deals.pl SEED_IN_HEX MATCH_ID BLOCK LABEL CARD CARD …
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);

my ($seed, $match, $block, $label, @cards) = @ARGV;
my $block_seed = hmac_sha256("knock/1/block/$block/$match", pack("H*", $seed));
my ($counter, @words) = (0);

sub below {
    my ($n) = @_;
    while (1) {
        @words = unpack("n16", hmac_sha256("knock/1/$label/" . $counter++, $block_seed)) if !@words;
        my $word = shift @words;
        return $word % $n if $word < int(65536 / $n) * $n;
    }
}

for (my $i = $#cards; $i > 0; $i--) {
    my $j = below($i + 1);
    @cards[$i, $j] = @cards[$j, $i];
}
print "@cards\n";
