using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>What an exchange of rows sends, and what it makes of the answers.</summary>
internal sealed partial class ShadowTests
{
    private static readonly TableName Target = new("crm", "Customer");
    private static readonly TableName Load = Databases.Platform.Dialect.LoadTable(Target, 482);

    private static readonly string[][] Parts =
    [
        ["primary key pk", "ALTER TABLE [orchestrator].[load] ADD PRIMARY KEY CLUSTERED ([Id]) ON [PRIMARY]"],
        ["check constraint positive", "ALTER TABLE [orchestrator].[load] WITH CHECK ADD CHECK ([Id]>(0))"],
    ];

    private static readonly string[][] Keys =
    [
        ["foreign key to_it of crm.Order", "ALTER TABLE [crm].[Order] DROP CONSTRAINT [to_it]",
            "ALTER TABLE [crm].[Order] WITH CHECK ADD CONSTRAINT [to_it] FOREIGN KEY (a) REFERENCES b"],
        ["foreign key to_it of crm.Order", "", "EXEC sys.sp_addextendedproperty N'MS_Description', N'x'"],
        ["foreign key off", "ALTER TABLE [crm].[Customer] DROP CONSTRAINT [off]",
            "ALTER TABLE [crm].[Customer] WITH NOCHECK ADD CONSTRAINT [off] FOREIGN KEY (a) REFERENCES b"],
        ["foreign key off", "", "ALTER TABLE [crm].[Customer] NOCHECK CONSTRAINT [off]"],
    ];

    private ScriptedDatabase _scripted = null!;
    private List<string?> _told = null!;

    [SetUp]
    public void Answer()
    {
        _scripted = new ScriptedDatabase();
        _told = [];
        var server = _scripted.Server;
        server.On(Statements(), reply => reply.Done(1));
        server.On(KindOf(), reply => reply.Value("nvarchar(20)", "table"));
        server.On(Made(), reply => reply.Value(
            "nvarchar(4000)", "CREATE TABLE [orchestrator].[load] ([Id] int NOT NULL)"));
        Answer(Parts);
        AnswerKeys([]);
        server.On(new Regex("^EXEC sys.sp_addextendedproperty"), _ => { });
        server.On(Shape(), reply => reply.Value("int", 0));
        server.On(Uncarried(), _ => { });
        server.On(Numbers(), reply => reply.Value(
            "nvarchar(4000)", "DBCC CHECKIDENT (N'[crm].[Customer]', RESEED, 20)"));
    }

    [TearDown]
    public void Remove() => _scripted.Dispose();

    [Test]
    [Category("Approved")]
    public void Rows_are_exchanged_in_a_transaction_that_does_nothing_else()
    {
        using var database = _scripted.Open();

        Run(database);

        Approved.Check("shadow", string.Join('\n', _scripted.Server.Recorder.Of(1)) + "\n");
    }

    [Test]
    public void Whoever_is_in_the_table_is_waited_for_in_short_tries()
    {
        _scripted.Server.On(Truncate(), reply => reply.Error(1222, "Lock request time out.")).Times(2);
        _scripted.Server.On(new Regex("dm_tran_locks"), reply => reply.Value("nvarchar(300)", "session 60 (reports)"));
        using var database = _scripted.Open(heldUp: _told.Add);

        Run(database);

        Assert.That(_told, Is.EqualTo(new[] { "lock of crm.Customer, held by session 60 (reports)", null }));
        Assert.That(Sent("TRUNCATE"), Is.EqualTo(3));
        Assert.That(Sent(" SWITCH TO "), Is.EqualTo(1));
    }

    [Test]
    public void An_index_that_refuses_the_rows_is_named_and_nothing_is_exchanged()
    {
        _scripted.Server.On(new Regex("ADD PRIMARY KEY"), reply => reply.Rollback().Error(1505, "Duplicate key (7)."));
        using var database = _scripted.Open();

        var refused = Assert.Throws<DataRefusedException>(() => Run(database))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3471"));
        Assert.That(refused.Message, Does.Contain("primary key pk: Duplicate key '(7)'").And.Contain("1505"));
        Assert.That(Sent("TRUNCATE"), Is.Zero);
    }

    [Test]
    public void Foreign_keys_are_away_for_the_exchange_alone_and_made_again_in_its_transaction()
    {
        AnswerKeys(Keys);
        using var database = _scripted.Open();

        Run(database);

        var sent = _scripted.Server.Recorder.Of(1).Skip(Begun());
        Assert.That(
            sent.Select(Keyed).Where(line => line.Length > 0),
            Is.EqualTo(new[]
            {
                "SAVE TRANSACTION take_table", "keys?", Keys[0][1], Keys[2][1], "TRUNCATE TABLE [crm].[Customer]",
                "SET LOCK_TIMEOUT -1; SET XACT_ABORT ON", "SWITCH", Keys[0][2], Keys[1][2], Keys[2][2], Keys[3][2],
                "keys?", "commit",
            }));
    }

    [Test]
    public void Who_has_the_table_that_points_here_is_waited_for_with_all_keys_as_they_were()
    {
        AnswerKeys(Keys);
        _scripted.Server.On(new Regex(@"DROP CONSTRAINT \[off\]"), reply => reply.Error(1222, "Lock request time out."))
            .Times(1);
        _scripted.Server.On(new Regex("dm_tran_locks"), _ => { });
        using var database = _scripted.Open(heldUp: _told.Add);

        Run(database);

        var sent = _scripted.Server.Recorder.Of(1).Skip(Begun());
        Assert.That(_told, Has.Count.EqualTo(2));
        Assert.That(
            sent.Select(Keyed).Where(line => line.Length > 0).Take(9),
            Is.EqualTo(new[]
            {
                "SAVE TRANSACTION take_table", "keys?", Keys[0][1], Keys[2][1], "ROLLBACK TRANSACTION take_table",
                "SAVE TRANSACTION take_table", "keys?", Keys[0][1], Keys[2][1],
            }));
    }

    [Test]
    public void A_foreign_key_that_refuses_the_rows_is_named_and_nothing_is_published()
    {
        AnswerKeys(Keys);
        _scripted.Server.On(new Regex(@"ADD CONSTRAINT \[to_it\]"), reply => reply.Rollback().Error(
            547, "The ALTER TABLE statement conflicted with the FOREIGN KEY constraint \"to_it\"."));
        using var database = _scripted.Open();

        var refused = Assert.Throws<DataRefusedException>(() => Run(database))!;
        database.Rollback();

        Assert.That(refused.Code, Is.EqualTo("ORC3471"));
        Assert.That(refused.Message, Does.Contain("because of its foreign key to_it of crm.Order: The ALTER TABLE"));
        Assert.That(Sent("commit"), Is.EqualTo(2));
    }

    [Test]
    public void A_foreign_key_that_the_server_makes_otherwise_takes_all_back()
    {
        string[][] other = [.. Keys[..2], [Keys[2][0], Keys[2][1], "ALTER TABLE [crm].[Customer] WITH CHECK ADD …"]];
        AnswerKeys(other);
        AnswerKeys(Keys).Times(1);
        using var database = _scripted.Open();

        var refused = Assert.Throws<DataRefusedException>(() => Run(database))!;
        database.Rollback();

        Assert.That(refused.Code, Is.EqualTo("ORC3414"));
        Assert.That(refused.Message, Does.Contain("foreign key off otherwise than it was"));
        Assert.That(Sent("commit"), Is.EqualTo(2));
    }

    [Test]
    public void Tables_that_keep_rows_from_being_deleted_are_told()
    {
        _scripted.Server.On(new Regex("SELECT DISTINCT object_schema_name"), reply => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)"], ["crm", "Order"]));
        using var database = _scripted.Open();

        Assert.That(database.Referrers(Target), Is.EqualTo(new[] { new TableName("crm", "Order") }));
    }

    [TestCase("parts")]
    [TestCase("columns")]
    [TestCase("what hangs on it")]
    public void A_table_that_was_changed_meanwhile_is_left_as_it_is(string change)
    {
        using var database = _scripted.Open();
        Fill(database);
        switch (change)
        {
            case "parts":
                Answer([.. Parts, ["index later", "CREATE INDEX later ON [orchestrator].[load] ([Id])"]]);
                break;
            case "columns":
                _scripted.Server.On(Shape(), reply => reply.Value("int", 2));
                break;
            default:
                _scripted.Server.On(Uncarried(), reply => reply.Value("nvarchar(300)", "foreign key to_it of crm.O"));
                break;
        }

        database.Begin(CancellationToken.None);
        var refused = Assert.Throws<DataRefusedException>(() => database.ExchangeShadow(Load, Target))!;
        database.Rollback();

        Assert.That(refused.Code, Is.EqualTo("ORC3470"));
        Assert.That(Sent(" SWITCH TO "), Is.Zero);
        Assert.That(_scripted.Server.Recorder.Of(1)[^1], Is.EqualTo("rollback"));
    }

    private static void Fill(IDatabase database)
    {
        database.Begin(CancellationToken.None);
        database.CreateShadow(Load, Target, 482);
        database.Commit();
        database.Begin(CancellationToken.None);
        database.CompleteShadow(Load, Target);
        database.Commit();
    }

    private static void Run(IDatabase database)
    {
        Fill(database);
        database.Begin(CancellationToken.None);
        database.ExchangeShadow(Load, Target);
        database.Commit();
    }

    private void Answer(string[][] parts) => _scripted.Server.On(Build(), reply => reply.Rows(
        ["what nvarchar(300)", "statement nvarchar(4000)"], parts));

    private Handler AnswerKeys(string[][] keys) => _scripted.Server.On(KeysAsked(), reply => reply.Rows(
        ["what nvarchar(300)", "remove nvarchar(4000)", "restore nvarchar(4000)"], keys));

    // Behind the transactions that make the load table and complete it.
    private int Begun() => _scripted.Server.Recorder.Of(1).ToList().FindLastIndex(
        line => line.StartsWith("begin", StringComparison.Ordinal));

    private static string Keyed(string line) =>
        KeysAsked().IsMatch(line) ? "keys?"
        : line.Contains(" SWITCH TO ", StringComparison.Ordinal) ? "SWITCH"
        : line == "commit" ? line
        : KeyWork().Match(line) is { Success: true } work ? work.Groups[1].Value
        : "";

    private int Sent(string text) =>
        _scripted.Server.Recorder.Of(1).Count(line => line.Contains(text, StringComparison.Ordinal));

    [GeneratedRegex("^(SET|SAVE|ROLLBACK|DROP|CREATE|ALTER|TRUNCATE|DBCC|DELETE)")]
    private static partial Regex Statements();

    [GeneratedRegex("^TRUNCATE")]
    private static partial Regex Truncate();

    [GeneratedRegex("WHEN 'U' THEN 'table'")]
    private static partial Regex KindOf();

    [GeneratedRegex("SELECT 'CREATE TABLE '")]
    private static partial Regex Made();

    [GeneratedRegex("^DECLARE @t int = .*SELECT what, statement FROM", RegexOptions.Singleline)]
    private static partial Regex Build();

    [GeneratedRegex("SELECT what, remove, put_back FROM")]
    private static partial Regex KeysAsked();

    [GeneratedRegex(
        "^batch ((SAVE|ROLLBACK|TRUNCATE|EXEC sys).*|ALTER TABLE .* CONSTRAINT .*|SET LOCK_TIMEOUT -1.*)$")]
    private static partial Regex KeyWork();

    [GeneratedRegex("^WITH sides AS")]
    private static partial Regex Shape();

    [GeneratedRegex("SELECT what FROM")]
    private static partial Regex Uncarried();

    [GeneratedRegex("^SELECT 'DBCC")]
    private static partial Regex Numbers();
}
