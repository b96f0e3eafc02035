using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace Orchestrator.Cli.Tests.Rejects;

/// <summary>`rejects list`: what was rejected, why, and where it is kept.</summary>
internal sealed class RejectsVerbTests
{
    private const string Variable = "ORCHESTRATOR_TEST_REJECTS";

    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        _solution.Write("projects/Staging/objects/customer.yaml", """
            object: customer
            source: {file: customer.csv}
            errors: {onError: redirect}
            columns:
              - {column: CustomerId, dataType: int, key: 1}
              - {column: Name, dataType: nvarchar(12), sensitive: true}
              - {column: Since, dataType: date}
            """);
        _solution.Write("projects/Staging/objects/invoice.yaml", """
            object: invoice
            source: {file: invoice.csv}
            errors: {onError: redirect}
            columns: [{column: InvoiceId, dataType: int, key: 1},
              {column: CustomerId, dataType: nvarchar(9), nullable: false},
              {column: Amount, dataType: "decimal(9,2)"}]
            """);
        _solution.Write("data/customer.csv", """
            CustomerId,Name,Since
            1,Ada the Secret Lovelace,2019-12-10
            2,Hopper,no such day
            3,Zoë,2024-02-29

            """);
        _solution.Write("data/invoice.csv", "InvoiceId,CustomerId,Amount\n"
            + "770,\"Zoë\u001b[31m\nand 日本 and more\",1\n771,,2\n772,\"\",1.239\n773,NULL and more,1\n774,ok,3\n");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("Sqlite", "Staging: err_invoice")]
    [TestCase("PostgreSql", "Staging: err.invoice")]
    public void Rows_are_counted_by_reason_and_show_no_value_unless_asked(string platform, string place)
    {
        var variables = On(platform);
        Called.With(_solution.Folder, variables, false, "run");

        var all = Called.With(_solution.Folder, variables, false, "rejects", "list");
        var json = Called.With(_solution.Folder, variables, false, "rejects", "list", "invoice", "-o", "json");

        Assert.That((all.ExitCode, all.Error), Is.EqualTo((0, "")));
        Assert.That(Row(all, "Staging/customer"), Does.Contain(" 2 ").And.EndWith("RangeLoss 1, Truncation 1"));
        Assert.That(Row(all, "Staging/invoice"), Does.Contain(" 4 ").And.Contain(place)
            .And.EndWith("Truncation 2, Null 1, ScaleLoss 1"));
        Assert.That(all.Out, Does.Not.Contain("Lovelace").And.Not.Contain("no such day").And.Not.Contain("Zoë"));
        var one = JsonDocument.Parse(json.Out).RootElement.GetProperty("rejects").EnumerateArray().Single();
        Assert.That(one.GetProperty("node").GetString(), Is.EqualTo("Staging/invoice"));
        Assert.That(one.GetProperty("kept").GetInt64(), Is.EqualTo(4));
        Assert.That(one.GetProperty("attempt").GetProperty("rows").GetProperty("rejected").GetInt64(), Is.EqualTo(4));
        Assert.That(one.GetProperty("reasons").EnumerateArray().Select(each => each.GetProperty("rows").GetInt64()),
            Is.EqualTo(new[] { 2, 1, 1 }));
        Assert.That(one.TryGetProperty("values", out _), Is.False);
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void Values_are_exact_for_machines_and_harmless_on_a_screen_and_sensitive_ones_never_shown(string platform)
    {
        var variables = On(platform);
        Called.With(_solution.Folder, variables, false, "run");

        var text = Called.With(_solution.Folder, variables, false, "rejects", "list", "--values");
        var json = Called.With(_solution.Folder, variables, false, "rejects", "list", "--values", "-o", "json");

        Assert.That((text.ExitCode, text.Error), Is.EqualTo((0, "")));
        Assert.That(text.Out, Does.Contain("(sensitive)").And.Contain("no such day").And.Contain("InvoiceId=770")
            .And.Contain(@"'Zoë\u{1B}[31m\nand 日本 and more'").And.Contain("NULL").And.Contain("'1.239'"));
        Assert.That(text.Out + json.Out, Does.Not.Contain("Lovelace").And.Not.Contain("CustomerId="));
        Assert.That(text.Out.Contains('\u001b', StringComparison.Ordinal), Is.False);
        var values = Values(json, "Staging/invoice");
        Assert.That(values, Is.EqualTo(new (long, string, string?)[]
        {
            (1, "CustomerId", "Zoë\u001b[31m\nand 日本 and more"), (2, "CustomerId", null), (3, "Amount", "1.239"),
            (4, "CustomerId", "NULL and more"),
        }));
    }

    [Test]
    public void What_a_package_rejected_is_told_by_attempt_and_the_last_alone_where_none_is_named()
    {
        _solution.Call("run");
        _solution.Call("run", "-s", "invoice");

        var all = _solution.Call("rejects", "list");
        var one = _solution.Call("rejects", "list", "Staging/invoice");

        Assert.That(all.Out.Split('\n').Count(line => line.StartsWith("Staging/invoice", StringComparison.Ordinal)),
            Is.EqualTo(1));
        Assert.That(Row(all, "Staging/invoice"), Does.StartWith("Staging/invoice   "));
        Assert.That(one.Out.Split('\n').Where(line => line.StartsWith("Staging/invoice", StringComparison.Ordinal))
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]), Is.EqualTo(new[] { "2", "1" }));
    }

    [Test]
    public void Where_the_solution_is_broken_the_ledger_still_counts_and_stderr_says_what_is_missing()
    {
        _solution.Call("run");
        _solution.Write("projects/Staging/objects/customer.yaml", "object: customer\nno: {");

        var called = _solution.Call("rejects", "list", "invoice", "--values");

        Assert.That(called.ExitCode, Is.Zero);
        Assert.That(Row(called, "Staging/invoice"), Does.Contain(" 4 ").And.Not.Contain("Truncation"));
        Assert.That(called.Error, Does.Contain("the solution has mistakes, see `orchestrator validate`"));
    }

    [Test]
    public void Where_somebody_emptied_the_error_table_that_is_said()
    {
        _solution.Call("run");
        var file = Directory.EnumerateFiles(Path.Combine(_solution.Folder, ".orchestrator", "data"), "*.db").Single();
        using (var staging = new SqliteConnection($"Data Source={file};Pooling=False"))
        {
            staging.Open();
            using var delete = staging.CreateCommand();
            delete.CommandText = "DELETE FROM err_invoice WHERE Reason = 'Truncation'";
            delete.ExecuteNonQuery();
        }

        var called = _solution.Call("rejects", "list");

        Assert.That(called.Out, Does.Contain("  Staging/invoice, run 1: of 4 rejected rows 2 are kept in err_invoice"));
        Assert.That(called.Out, Does.Not.Contain("  Staging/customer, run 1:"));
    }

    [Test]
    public void Rejected_rows_of_a_file_are_told_with_the_file_that_keeps_them()
    {
        Directory.CreateDirectory(Path.Combine(_solution.Folder, "out"));
        _solution.Write("connections/Outbox.yaml", "connection: Outbox\nplatform: Files\nfolder: out\n");
        _solution.Write("batches/Export.yaml", "batch: Export\nprojects: [Export]\n");
        _solution.Write("projects/Export/project.yaml", "project: Export\nsource: Files\ntarget: Outbox\n");
        _solution.Write("projects/Export/objects/bill.yaml", """
            object: bill
            source: {file: invoice.csv}
            target: {file: bill.csv, format: csv}
            errors: {onError: redirect}
            columns: [{column: InvoiceId, dataType: int}, {column: Amount, dataType: "decimal(9,2)"}]
            """);

        var run = _solution.Call("run", "Export");
        var called = _solution.Call("rejects", "list", "--values");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Row(called, "Export/bill"), Does.Contain(" 1 ").And.Contain("Outbox: err/bill.0000000001.csv"));
        Assert.That(called.Error, Does.Contain("they lie in a file beside its target"));
    }

    [Test]
    public void Reasons_and_values_of_a_SQL_Server_table_are_asked_for_by_its_own_words()
    {
        _solution.Call("run");
        using var server = new ScriptedCatalog();
        server.Server.On(new Regex("o.type_desc"), reply => reply.Rows(["kind nvarchar(60)"], ["table"]));
        server.Server.On(new Regex("o.name = @name AND o.type IN"), reply => reply.Rows(
            [
                "name nvarchar(128)", "type nvarchar(128)", "max_length smallint", "precision tinyint",
                "scale tinyint", "is_nullable bit", "alias nvarchar(300)", "collation nvarchar(128)", "code_page int",
                "source varchar(10)",
            ],
            [.. new[] { "RowId", "SourceRow", "ReplayedBy", "ReplayedAt" }.Select(name => new object?[]
                { name, "bigint", (short)8, (byte)19, (byte)0, true, null, null, null, "" })]));
        server.Server.On(new Regex("GROUP BY"), reply => reply.Rows(
            ["Attempt bigint", "Reason nvarchar(max)", "ReplayedBy bigint", "Rows bigint"],
            [2L, "Null", null, 1L], [2L, "Truncation", null, 2L], [2L, "Truncation", 9L, 1L]));
        server.Server.On(new Regex("RowKey"), reply => reply.Rows(
            [
                "RowNumber bigint", "SourceFile nvarchar(max)", "ColumnName nvarchar(max)", "Reason nvarchar(max)",
                "RowKey nvarchar(max)", "Value nvarchar(max)",
            ],
            [7L, "invoice.csv", "CustomerId", "Truncation", "InvoiceId=770", "日本\nand more"]));
        On("SqlServer");

        var called = Called.With(_solution.Folder, new() { [Variable] = server.ConnectionString }, false,
            "rejects", "list", "invoice", "--values", "-o", "json");

        Assert.That((called.ExitCode, called.Error), Is.EqualTo((0, "")));
        Assert.That(server.Server.Recorder.Lines, Has.Some.Contains(
            "SELECT [Attempt], [Reason], [ReplayedBy], count_big(*) AS [Rows] FROM [err].[invoice] "
            + "GROUP BY [Attempt], [Reason], [ReplayedBy]"));
        Assert.That(called.Out, Does.Contain("\"replayed\":1").Or.Contain("\"replayed\": 1"));
        Assert.That(Values(called, "Staging/invoice"),
            Is.EqualTo(new (long, string, string?)[] { (7, "CustomerId", "日本\nand more") }));
    }

    [Test]
    public void A_database_that_cannot_be_reached_costs_the_reasons_and_not_the_counts()
    {
        _solution.Call("run");
        On("SqlServer");

        var called = Called.With(_solution.Folder,
            new() { [Variable] = "Server=tcp:127.0.0.1,1;User ID=etl;Password=s3cret;Connect Timeout=1" }, false,
            "rejects", "list");

        Assert.That(called.ExitCode, Is.Zero);
        Assert.That(Row(called, "Staging/invoice"), Does.Contain(" 4 ").And.Contain("Staging: err.invoice"));
        Assert.That(called.Error, Does.Contain("the reasons of what was rejected in 'Staging' are not shown: "));
    }

    [TestCase("rejects list nonsuch", "there is no package 'nonsuch'")]
    [TestCase("rejects list invoce", "did you mean 'invoice'?")]
    [TestCase("rejects lost", "did you mean 'list'?")]
    public void What_cannot_be_shown_is_refused_with_what_to_do(string line, string expected)
    {
        var called = _solution.Call(line.Split(' '));

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(expected));
    }

    [Test]
    public void Where_nothing_was_rejected_that_is_said()
    {
        var called = _solution.Call("rejects", "list");

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((0, "")));
        Assert.That(called.Error, Does.Contain("no rejected row is in the ledger, in the environment 'default'"));
    }

    private static string Row(Called called, string node) => called.Out.Split('\n')
        .First(line => line.StartsWith(node, StringComparison.Ordinal));

    private static (long, string, string?)[] Values(Called called, string node) =>
    [
        .. JsonDocument.Parse(called.Out).RootElement.GetProperty("rejects").EnumerateArray()
            .First(one => one.GetProperty("node").GetString() == node).GetProperty("values").EnumerateArray()
            .Select(row => (row.GetProperty("row").GetInt64(), row.GetProperty("column").GetString()!,
                row.TryGetProperty("value", out var value) ? value.GetString() : null)),
    ];

    /// <summary>Lets the solution load into a database of that platform.</summary>
    private Dictionary<string, string> On(string platform)
    {
        if (platform == "Sqlite")
        {
            return [];
        }

        _solution.Write("solution.yaml", File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml")).Replace(
            "platform: Sqlite, stage: STG",
            $"platform: {platform}, stage: STG, connectionString: \"${{env:{Variable}}}\"", StringComparison.Ordinal));
        if (platform != "PostgreSql")
        {
            return [];
        }

        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString() + ";Pooling=false");
        connection.Open();
        foreach (var sql in (string[])["DROP DATABASE IF EXISTS rejects", "CREATE DATABASE rejects"])
        {
            using var command = new NpgsqlCommand(sql, connection);
            command.ExecuteNonQuery();
        }

        return new() { [Variable] = Server.Cluster.ConnectionString("rejects") };
    }
}
