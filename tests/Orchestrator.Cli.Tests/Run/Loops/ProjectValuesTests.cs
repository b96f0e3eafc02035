using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Loops;

/// <summary>Variables that the objects set which the `forEach` of a project makes for each of its values.</summary>
internal sealed class ProjectValuesTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        Write("");
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void Each_reads_what_was_set_for_its_own_value_and_a_retry_sees_it_again()
    {
        var run = Call("run");
        Change("update fault set what = '1'");
        var retry = Call("retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Out + retry.Out + retry.Error);
        Assert.That(Seen(), Is.EqualTo(new[] { "A 1", "BB 2", "CCC 3" }));
    }

    [Test]
    public void Who_reads_it_outside_of_the_values_does_not_know_whose_is_meant()
    {
        Write("  - {project: Behind, target: Staging, objects: [{object: all, kind: sql, "
            + "sql: \"insert into seen values (@Many)\"}]}");

        var validate = Call("validate");

        Assert.That(validate.ExitCode, Is.Not.Zero);
        Assert.That(validate.Out + validate.Error, Does.Contain("ORC2018")
            .And.Contain("Staging/count[A]").And.Contain("Staging/count[BB]"));
    }

    private void Write(string further) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: Staging, platform: Sqlite, stage: STG}
        variables:
          - {variable: Many, scope: run, dataType: int}
        batches:
          - {batch: Nightly, projects: [First, Staging{{(further.Length > 0 ? ", Behind" : "")}}]}
        projects:
          - project: First
            target: Staging
            objects:
              - object: make
                kind: sql
                sql: |
                  create table seen (what text);
                  create table fault (what text);
                  insert into fault values ('-9223372036854775808')
          - project: Staging
            target: Staging
            forEach: {variable: Tenant, in: [A, BB, CCC]}
            objects:
              - {object: count, kind: sql, sql: "select length(@Tenant) as n", sets: {Many: n} }
              - object: use
                kind: sql
                sql: |
                  insert into seen select @Tenant || ' ' || @Many from fault
                  where @Tenant <> 'BB' or abs(cast(what as integer)) > 0
        {{further}}
        """);

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private string Staging => Path.Combine(_folder.Path, ".orchestrator", "data", "Staging.db");

    private void Change(string sql)
    {
        using var database = new SqliteConnection($"Data Source={Staging};Pooling=False");
        database.Open();
        using var command = database.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private List<string> Seen()
    {
        using var database = new SqliteConnection($"Data Source={Staging};Mode=ReadOnly;Pooling=False");
        database.Open();
        return LedgerTables.Rows(database, "select what from seen order by what");
    }
}
