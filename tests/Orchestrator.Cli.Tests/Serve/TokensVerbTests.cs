using System.Text.Json;
using System.Text.RegularExpressions;
using Orchestrator.Cli.Serve;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>Tokens made, listed and revoked in the ledger of a solution.</summary>
internal sealed partial class TokensVerbTests
{
    private static readonly DateTimeOffset Now = new(2031, 5, 6, 7, 8, 9, TimeSpan.Zero);

    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    [Category("Approved")]
    public void A_token_is_shown_once_alone_on_stdout_and_the_ledger_knows_it_by_its_hash()
    {
        var made = _solution.Call("tokens", "create", "ann");

        var token = TokenText.Parse(made.Out.TrimEnd('\n'))!;
        var known = Tokens().Single();
        Assert.That((made.ExitCode, known.IsOf(token)), Is.EqualTo((0, true)), made.Error);
        Assert.That((known.Name, known.Role, known.Expires - known.Created),
            Is.EqualTo(("ann", TokenRole.Viewer, TimeSpan.FromDays(90))));
        Assert.That(made.Error + Everything(), Does.Not.Contain(Secret(token)));
        Approved.Check("tokens-create", Plain(made.Error));
    }

    [Test]
    public void A_token_is_one_document_for_machines_and_so_are_its_list_and_its_end()
    {
        var made = Document("tokens", "create", "ci", "--role", "admin", "--expires", "2131-01-31", "-o", "json");
        var list = Document("tokens", "list", "-o", "json");
        var revoked = Document("tokens", "revoke", "ci", "-o", "json");
        var after = Document("tokens", "list", "-o", "json");

        var token = TokenText.Parse(made.GetProperty("secret").GetString()!)!;
        Assert.That(made.GetProperty("token").GetProperty("expires_at").GetString(), Does.StartWith("2131-01-31T00"));
        Assert.That(list.GetRawText(), Does.Contain("\"admin\"").And.Contain("\"valid\""));
        Assert.That(list.GetRawText(), Does.Not.Contain(Secret(token)));
        Assert.That((revoked.GetProperty("is_done").GetBoolean(), revoked.GetProperty("id").GetString()),
            Is.EqualTo((true, token.Id)));
        Assert.That(after.GetRawText(), Does.Contain("\"revoked\""));
    }

    [Test]
    [Category("Approved")]
    public void A_name_is_taken_until_its_token_is_revoked()
    {
        _solution.Call("tokens", "create", "ann");

        var again = _solution.Call("tokens", "create", "ann");
        var revoked = _solution.Call("tokens", "revoke", "ann");
        var twice = _solution.Call("tokens", "revoke", "ann");
        var after = _solution.Call("tokens", "create", "ann", "--role", "operator");

        Assert.That((again.ExitCode, again.Out), Is.EqualTo((2, "")));
        Assert.That((revoked.ExitCode, twice.ExitCode, after.ExitCode), Is.EqualTo((0, 0, 0)), after.Error);
        Assert.That(Tokens().Select(token => token.Revoked is null), Is.EqualTo(new[] { false, true }));
        Approved.Check("tokens-revoke", Plain(again.Error + revoked.Out + twice.Out));
    }

    [TestCase("id")]
    [TestCase("name")]
    [TestCase("whole token")]
    public void A_token_is_revoked_by_whatever_somebody_has_of_it_and_its_secret_is_never_said_back(string by)
    {
        var text = _solution.Call("tokens", "create", "ann").Out.TrimEnd('\n');
        var token = TokenText.Parse(text)!;

        var revoked = _solution.Call("tokens", "revoke", by switch { "id" => token.Id, "name" => "ann", _ => text });
        var unknown = _solution.Call("tokens", "revoke", TokenText.Make().Reveal());

        Assert.That(revoked.ExitCode, Is.Zero, revoked.Error);
        Assert.That(Tokens().Single().Revoked, Is.Not.Null);
        Assert.That(unknown.ExitCode, Is.EqualTo(2));
        Assert.That(revoked.Out + revoked.Error + unknown.Out + unknown.Error, Does.Not.Match("[A-Za-z0-9_-]{43}"));
    }

    [Test]
    public void Who_made_and_revoked_what_is_in_the_audit_log()
    {
        _solution.Call("tokens", "create", "ann", "--role", "operator", "--expires", "never");
        _solution.Call("tokens", "revoke", "ann");
        _solution.Call("tokens", "revoke", "ann");

        Assert.That(LedgerTables.Rows(
            _solution.Folder, "select environment, action, object, outcome, detail from audit "
                + "order by entry").Select(Plain),
            Is.EqualTo(new[]
            {
                "default | token create | ann (<id>) | done | role operator, valid for ever",
                "default | token revoke | ann (<id>) | done | ",
            }));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select distinct who from audit"),
            Is.EqualTo(new[] { $"{RunOrigin.OfThisProcess().User}@{RunOrigin.OfThisProcess().Host}" }));
    }

    [TestCase("create")]
    [TestCase("list", "ann")]
    [TestCase("revoke")]
    [TestCase("revok", "ann")]
    [TestCase("create", "an n")]
    [TestCase("create", "orc_abcdefgh_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    [TestCase("create", "ann", "--role", "oper")]
    [TestCase("create", "ann", "--role", "Admin")]
    [TestCase("create", "ann", "--expires", "soon")]
    [TestCase("create", "ann", "--expires", "0d")]
    [TestCase("create", "ann", "--expires", "2001-01-31")]
    [TestCase("list", "--role", "admin")]
    [TestCase("revoke", "ann", "--expires", "1d")]
    [TestCase("revoke", "nobody")]
    public void What_cannot_be_meant_is_refused_and_changes_nothing(params string[] arguments)
    {
        var called = _solution.Call(["tokens", .. arguments]);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")), called.Error);
        Assert.That(called.ErrorLines, Has.Length.LessThanOrEqualTo(3));
        Assert.That(File.Exists(Path.Combine(_solution.Folder, ".orchestrator", "ledger.db")), Is.False);
    }

    [Test]
    public void The_id_of_a_token_is_no_name_for_another()
    {
        var text = _solution.Call("tokens", "create", "ann").Out.TrimEnd('\n');
        var id = TokenText.Parse(text)!.Id;

        var called = _solution.Call("tokens", "create", id);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.ErrorLines[0], Does.Contain($"'{id}' is the id of the token 'ann'"));
    }

    [Test]
    public void A_token_that_never_expires_is_a_warning()
    {
        var made = _solution.Call("tokens", "create", "ann", "--expires", "never", "--warn-error");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("warning: the token 'ann' never expires"));
        Assert.That(Tokens().Single().Expires, Is.Null);
    }

    [Test]
    public void Where_there_is_neither_a_solution_nor_a_ledger_no_token_is_made()
    {
        using var folder = new TemporaryFolder();

        var made = Called.With(folder.Path, "tokens", "create", "ann");

        Assert.That(made.ExitCode, Is.EqualTo(2));
        Assert.That(Directory.GetFileSystemEntries(folder.Path), Is.Empty);
    }

    [Test]
    public void Tokens_need_the_ledger_alone_and_not_the_rest_of_the_metadata()
    {
        _solution.Write("projects/Broken/project.yaml", "project: [");

        var made = _solution.Call("tokens", "create", "ann", "-q");
        var list = _solution.Call("tokens", "list");

        Assert.That((made.ExitCode, made.Error), Is.EqualTo((0, "")));
        Assert.That(list.Out, Does.Contain("ann"));
    }

    [Test]
    [Category("Approved")]
    public void A_list_says_in_words_what_each_token_is_good_for()
    {
        var token = new TokenRecord
        {
            Id = "abcdefgh",
            Name = "ann",
            Role = TokenRole.Operator,
            Hash = "",
            Created = Now.AddDays(-10),
            CreatedBy = "root@etl",
            Expires = Now.AddDays(80),
            LastUsed = Now.AddMinutes(-8),
        };
        TokenRecord[] tokens =
        [
            token, token with { Name = "ci", Expires = null, LastUsed = null },
            token with { Name = "old", Expires = Now },
            token with { Name = "lost", Revoked = Now.AddDays(-1), RevokedBy = "ann@etl" },
        ];

        Approved.CheckWithTimes(
            "tokens-list", string.Concat(TokensScreen.Lines(tokens, Now).Select(line => line + "\n")));
    }

    private IReadOnlyList<TokenRecord> Tokens()
    {
        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System)!;
        return reader.Tokens();
    }

    private JsonElement Document(params string[] arguments) =>
        JsonDocument.Parse(_solution.Call(arguments).Out).RootElement;

    private string Everything() => string.Join('\n', LedgerTables.Rows(
        _solution.Folder, "select token_id, name, hash from tokens union all select who, object, detail from audit"));

    private static string Secret(TokenText token) => token.Reveal().Split('_', 3)[2];

    private static string Plain(string text) => Id().Replace(text, "(<id>)");

    [GeneratedRegex(@"\([a-z2-9]{8}\)")]
    private static partial Regex Id();
}
