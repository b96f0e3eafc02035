using System.Text.RegularExpressions;

namespace Orchestrator.Data.SqlServer.Tests;

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

    private ScriptedDatabase scripted = null!;
    private List<string?> told = null!;

    [SetUp]
    public void Answer()
    {
        scripted = new ScriptedDatabase();
        told = [];
        var server = scripted.Server;
        server.On(Statements(), reply => reply.Done(1));
        server.On(KindOf(), reply => reply.Value("nvarchar(20)", "table"));
        server.On(Made(), reply => reply.Value(
            "nvarchar(4000)", "CREATE TABLE [orchestrator].[load] ([Id] int NOT NULL)"));
        Answer(Parts);
        server.On(Shape(), reply => reply.Value("int", 0));
        server.On(Uncarried(), _ => { });
        server.On(Numbers(), reply => reply.Value(
            "nvarchar(4000)", "DBCC CHECKIDENT (N'[crm].[Customer]', RESEED, 20)"));
    }

    [TearDown]
    public void Remove() => scripted.Dispose();

    [Test]
    public void Rows_are_exchanged_in_a_transaction_that_does_nothing_else()
    {
        using var database = scripted.Open();

        Run(database);

        Approved.Check("shadow", string.Join('\n', scripted.Server.Recorder.Of(1)) + "\n");
    }

    [Test]
    public void Whoever_is_in_the_table_is_waited_for_in_short_tries()
    {
        scripted.Server.On(Truncate(), reply => reply.Error(1222, "Lock request time out.")).Times(2);
        scripted.Server.On(new Regex("dm_tran_locks"), reply => reply.Value("nvarchar(300)", "session 60 (reports)"));
        using var database = scripted.Open(heldUp: told.Add);

        Run(database);

        Assert.That(told, Is.EqualTo(new[] { "lock of crm.Customer, held by session 60 (reports)", null }));
        Assert.That(Sent("TRUNCATE"), Is.EqualTo(3));
        Assert.That(Sent(" SWITCH TO "), Is.EqualTo(1));
    }

    [Test]
    public void An_index_that_refuses_the_rows_is_named_and_nothing_is_exchanged()
    {
        scripted.Server.On(new Regex("ADD PRIMARY KEY"), reply => reply.Rollback().Error(1505, "Duplicate key (7)."));
        using var database = scripted.Open();

        var refused = Assert.Throws<DataRefusedException>(() => Run(database))!;

        Assert.That(refused.Code, Is.EqualTo("ORC3471"));
        Assert.That(refused.Message, Does.Contain("primary key pk: Duplicate key (7)").And.Contain("1505"));
        Assert.That(Sent("TRUNCATE"), Is.Zero);
    }

    [TestCase("parts")]
    [TestCase("columns")]
    [TestCase("what hangs on it")]
    public void A_table_that_was_changed_meanwhile_is_left_as_it_is(string change)
    {
        using var database = scripted.Open();
        Fill(database);
        switch (change)
        {
            case "parts":
                Answer([.. Parts, ["index later", "CREATE INDEX later ON [orchestrator].[load] ([Id])"]]);
                break;
            case "columns":
                scripted.Server.On(Shape(), reply => reply.Value("int", 2));
                break;
            default:
                scripted.Server.On(Uncarried(), reply => reply.Value("nvarchar(300)", "foreign key to_it of crm.O"));
                break;
        }

        database.Begin(CancellationToken.None);
        var refused = Assert.Throws<DataRefusedException>(() => database.ExchangeShadow(Load, Target))!;
        database.Rollback();

        Assert.That(refused.Code, Is.EqualTo("ORC3470"));
        Assert.That(Sent(" SWITCH TO "), Is.Zero);
        Assert.That(scripted.Server.Recorder.Of(1)[^1], Is.EqualTo("rollback"));
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

    private void Answer(string[][] parts) => scripted.Server.On(Build(), reply => reply.Rows(
        ["what nvarchar(300)", "statement nvarchar(4000)"], parts));

    private int Sent(string text) =>
        scripted.Server.Recorder.Of(1).Count(line => line.Contains(text, StringComparison.Ordinal));

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

    [GeneratedRegex("^WITH sides AS")]
    private static partial Regex Shape();

    [GeneratedRegex("SELECT what FROM")]
    private static partial Regex Uncarried();

    [GeneratedRegex("^SELECT 'DBCC")]
    private static partial Regex Numbers();
}
