using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Doctor;

/// <summary>What may be done about a finding.</summary>
internal sealed class CuresTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void A_cure_that_nobody_knows_removes_nothing()
    {
        var folder = Directory.CreateDirectory(_solution.Artifacts(7));

        Assert.That(
            () => Do(new Cure((CureKind)99, "Db") { Runs = [7] }), Throws.TypeOf<ArgumentOutOfRangeException>());
        Assert.That(folder.Exists, Is.True);
    }

    [TestCase(2, 1, "", true)]
    [TestCase(1, 1, "", false)]
    [TestCase(2, 2, "", false)]
    [TestCase(2, 1, "INSERT INTO orchestrator_markers VALUES ('other')", false)]
    public void An_error_table_goes_only_with_the_rows_that_somebody_agreed_to_lose(
        long rows, long attempt, string meanwhile, bool isDone)
    {
        RunHost.Run(_solution.Request("a"));
        Execute("""
            PRAGMA application_id = 1330791236;
            CREATE TABLE orchestrator_markers (object_schema TEXT DEFAULT '', object_name TEXT DEFAULT '', ledger TEXT,
              run INTEGER DEFAULT 0, attempt INTEGER DEFAULT 0, token INTEGER DEFAULT 0);
            CREATE TABLE left_err (Attempt INTEGER);
            INSERT INTO left_err VALUES (1), (1);
            """);
        Execute(meanwhile.Replace("VALUES", "(ledger) VALUES", StringComparison.Ordinal));
        var table = new ErrorTableState(new TableName(null, "left_err"), rows, IsWritten: false)
        {
            Attempts = [attempt],
        };

        var result = Do(new Cure(CureKind.DropErrorTables, "Db", "rows") { File = Database, Tables = [table] });

        Assert.That(result.IsDone, Is.EqualTo(isDone), result.Text);
        Assert.That(result.Text, Does.Contain(isDone ? "is dropped" : "somebody has written there meanwhile"));
        Assert.That(() => Execute("SELECT * FROM left_err"), isDone ? Throws.Exception : Throws.Nothing);
    }

    private string Database => Path.Combine(_solution.Folder, ".orchestrator", "data", "Db.db");

    private CureResult Do(Cure cure) => new DoctorHost(new DoctorRequest
    {
        Solution = _solution.Request("a").Solution,
        Ledger = LedgerLocation.OfSolution(_solution.Folder),
        Placeholders = new PlaceholderResolver(new Secrets(), _ => null),
        Secrets = new Secrets(),
    }).Do(cure);

    private void Execute(string sql)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Database)!);
        using var connection = new SqliteConnection($"Data Source={Database};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Of this class.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}
