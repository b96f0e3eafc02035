using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Ledger.Tests.Tokens;

internal sealed class TokenTextTests
{
    private static readonly DateTimeOffset Now = LedgerFixture.Began;

    [Test]
    public void A_token_has_256_bits_of_its_own_and_is_read_as_it_was_shown()
    {
        var tokens = Enumerable.Range(0, 100).Select(_ => TokenText.Make()).ToArray();

        Assert.That(tokens.Select(token => token.Id), Is.Unique);
        Assert.That(tokens.Select(token => token.Hash), Is.Unique);
        Assert.That(tokens.Select(token => token.Reveal()), Is.All.Match("^orc_[a-z2-9]{8}_[A-Za-z0-9_-]{43}$"));
        Assert.That(tokens.Select(token => TokenText.Parse(token.Reveal())!.Hash),
            Is.EqualTo(tokens.Select(token => token.Hash)));
    }

    [Test]
    public void What_is_kept_is_the_hash_of_the_secret_and_no_message_has_more_than_the_id()
    {
        var token = TokenText.Make();
        var secret = Base64Url.DecodeFromChars(token.Reveal().Split('_', 3)[2]);

        Assert.That(secret, Has.Length.EqualTo(32));
        Assert.That(token.Hash, Is.EqualTo(Convert.ToHexStringLower(SHA256.HashData(secret))));
        Assert.That($"{token}", Is.EqualTo($"orc_{token.Id}_…"));
    }

    [TestCase("")]
    [TestCase("orc")]
    [TestCase("orc_abcdefgh")]
    [TestCase("orc_abcdefgh_")]
    [TestCase("orc_abcdefgh_AAAA")]
    [TestCase("orc_ABCDEFGH_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [TestCase("orc_abcdefg_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [TestCase("xyz_abcdefgh_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [TestCase("orc_abcdefgh_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!")]
    [TestCase("orc_abcdefgh_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    public void What_is_no_token_is_read_as_none(string text) => Assert.That(TokenText.Parse(text), Is.Null);

    [Test]
    public void A_token_is_known_by_its_whole_secret_and_its_id()
    {
        var token = TokenText.Make();
        var record = Of(token);
        var other = TokenText.Make();
        var secret = token.Reveal().Split('_', 3)[2];
        var forged = new StringBuilder(token.Reveal());
        forged[^10] = forged[^10] == 'A' ? 'B' : 'A';

        Assert.That(record.IsOf(token), Is.True);
        Assert.That(record.IsOf(other), Is.False);
        Assert.That(record.IsOf(TokenText.Parse(forged.ToString())!), Is.False);
        Assert.That(record.IsOf(TokenText.Parse($"orc_{other.Id}_{secret}")!), Is.False);
        Assert.That((record with { Hash = "" }).IsOf(token), Is.False);
    }

    [Test]
    public void A_token_is_valid_until_it_expires_or_is_revoked()
    {
        var record = Of(TokenText.Make()) with { Expires = Now };

        Assert.That(record.StateAt(Now.AddTicks(-1)), Is.EqualTo(TokenState.Valid));
        Assert.That(record.StateAt(Now), Is.EqualTo(TokenState.Expired));
        Assert.That((record with { Revoked = Now }).StateAt(Now.AddDays(-1)), Is.EqualTo(TokenState.Revoked));
        Assert.That((record with { Expires = null }).StateAt(DateTimeOffset.MaxValue), Is.EqualTo(TokenState.Valid));
    }

    [TestCase(TokenRole.Viewer, "Viewer")]
    [TestCase(TokenRole.Operator, "Viewer Operator")]
    [TestCase(TokenRole.Admin, "Viewer Operator Admin")]
    public void A_role_may_do_what_those_before_it_may(TokenRole role, string may)
    {
        var token = Of(TokenText.Make()) with { Role = role };

        Assert.That(string.Join(' ', Enum.GetValues<TokenRole>().Where(token.May)), Is.EqualTo(may));
    }

    private static TokenRecord Of(TokenText token) => new()
    {
        Id = token.Id,
        Name = "ci",
        Role = TokenRole.Viewer,
        Hash = token.Hash,
        Created = Now,
        CreatedBy = "ann",
    };
}
