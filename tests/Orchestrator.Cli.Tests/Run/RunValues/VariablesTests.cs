using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>Variables from the command line to the rows and the ledger.</summary>
internal sealed class VariablesTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        var file = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(file, File.ReadAllText(file).Replace("connections:", """
            variables:
              - {variable: Tenant, dataType: nvarchar(9), required: true}
              - {variable: Since, dataType: date, default: "${run:asOf}"}
            connections:
            """, StringComparison.Ordinal));
        _solution.Write("projects/Staging/objects/night.yaml", """
            object: night
            kind: sql
            sql: |
              create table night (tenant text, since text);
              insert into night values (@Tenant, @Since)
            """);
        _solution.Write("projects/Staging/objects/other.yaml", """
            object: other
            kind: sql
            sql: select 1
            enabled: "${var:Tenant} = 'B'"
            """);
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void A_run_works_with_what_it_is_given_and_keeps_it()
    {
        var run = _solution.Call("run", "-s", "night", "--var", "Tenant=A'", "--as-of", "2026-01-31");

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(Rows("data/Staging.db", "select tenant, since from night"), Is.EqualTo(new[] { "A'|2026-01-31" }));
        Assert.That(Rows("ledger.db",
            "select name, value, came_from from run_options where name in ('as-of', 'var.Tenant', 'var.Since')"
            + " order by name"),
            Is.EqualTo(new[]
            {
                "as-of|2026-01-31|flag", "var.Since|2026-01-31|solution.yaml:6:48", "var.Tenant|A'|flag",
            }));
        Assert.That(_solution.Call("ls", "-o", "json").Out, Does.Contain("\"is_enabled\": true"));
    }

    [Test]
    public void An_expression_decides_what_runs()
    {
        _solution.Call("run", "-q", "--var", "Tenant=A");
        _solution.Call("run", "-q", "--var", "Tenant=B", "-s", "other");

        Assert.That(Rows("ledger.db", "select run, state from nodes where name = 'Staging/other' order by run"),
            Is.EqualTo(new[] { "1|Disabled", "2|Succeeded" }));
    }

    [TestCase("ORC1062", "run")]
    [TestCase("ORC1063", "run", "--var", "Tenant=A", "--var", "Tennant=B")]
    [TestCase("ORC1061", "run", "--var", "Tenant=much-too-long")]
    [TestCase("NAME=VALUE", "run", "--var", "Tenant")]
    [TestCase("twice", "run", "--var", "Tenant=A", "--var", "Tenant=B")]
    [TestCase("a date like", "run", "--var", "Tenant=A", "--as-of", "yesterday")]
    public void What_is_missing_or_wrong_is_a_usage_error(string said, params string[] arguments)
    {
        var call = _solution.Call(arguments);

        Assert.That((call.ExitCode, call.Error), Is.EqualTo((2, call.Error)));
        Assert.That(call.Error, Does.Contain(said));
    }

    [Test]
    public void Who_only_reads_needs_no_values()
    {
        Assert.That(_solution.Call("validate").ExitCode, Is.Zero);
        Assert.That(_solution.Call("plan").ExitCode, Is.Zero);
    }

    private string[] Rows(string file, string sql)
    {
        using var connection = new SqliteConnection(
            $"Data Source={Path.Combine(_solution.Folder, ".orchestrator", file)};Mode=ReadOnly;Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Constants of these tests.
        command.CommandText = sql;
#pragma warning restore CA2100
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(reader.GetString)));
        }

        return [.. rows];
    }
}
