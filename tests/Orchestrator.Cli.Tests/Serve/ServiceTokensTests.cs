using Orchestrator.Cli.Serve;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>Which tokens let somebody in, and whether anybody is let in without one.</summary>
internal sealed class ServiceTokensTests
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private string _folder = "";

    private LedgerLocation Ledger => LedgerLocation.OfSolution(_folder);

    [SetUp]
    public void Before() => _folder = Directory.CreateTempSubdirectory("orchestrator-tokens-").FullName;

    [TearDown]
    public void After() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void Where_all_tokens_have_expired_nobody_is_let_in_with_or_without_one()
    {
        var text = Made("ci", Now.AddDays(-1));
        var tokens = new ServiceTokens(Ledger, TimeProvider.System);

        Assert.That((tokens.AreThere(), tokens.Find(text)), Is.EqualTo((true, (object?)null)));
    }

    [Test]
    public void One_that_is_revoked_counts_no_more()
    {
        var text = Made("ci", Now.AddDays(1));
        var tokens = new ServiceTokens(Ledger, TimeProvider.System);
        var before = tokens.Find(text)?.Name;

        TokenWriter.Revoke(Ledger, TimeProvider.System, TokenText.Parse(text)!.Id, Audit("token revoke"));

        Assert.That((before, tokens.AreThere(), tokens.Find(text)), Is.EqualTo(("ci", false, (object?)null)));
    }

    private string Made(string name, DateTimeOffset expires)
    {
        var token = TokenText.Make();
        TokenWriter.Create(Ledger, TimeProvider.System, new TokenRecord
        {
            Id = token.Id,
            Name = name,
            Role = TokenRole.Viewer,
            Hash = token.Hash,
            Created = Now,
            CreatedBy = "ann",
            Expires = expires,
        }, Audit("token create"));
        return token.Reveal();
    }

    private static AuditEntry Audit(string action) => new()
    {
        Environment = "default",
        At = Now,
        Who = "ann",
        Action = action,
        Outcome = "done",
    };
}
