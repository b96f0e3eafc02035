namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// A solution with a loop over the rows of a table, whose objects a test writes, beside a canary table and a canary
/// file.
/// </summary>
internal sealed class RowsOfLoop : IDisposable
{
    private const string Database = "lite.db";

    private readonly TemporaryFolder _folder = new();

    public RowsOfLoop()
    {
        _folder.Write("canary.csv", "canary\n");
        DataFile.Make(_folder.Path, Database, "create table given (n int, v text); create table canary (n int)");
    }

    public string Path => _folder.Path;

    /// <summary>Its rows, in their order.</summary>
    public void Give(IEnumerable<string> values)
    {
        var rows = values.Select((value, place) =>
            $"({place}, '{value.Replace("'", "''", StringComparison.Ordinal)}')");
        Execute($"delete from given; insert into given values {string.Join(", ", rows)}");
    }

    /// <summary>Writes it.</summary>
    /// <param name="objects">The objects of its project; those of the container Per have a turn for each row.</param>
    /// <param name="more">Further keys of the solution.</param>
    /// <param name="turns">Linear = one after the other, up to one that fails.</param>
    /// <param name="sensitive">Whether no text shows its rows.</param>
    public void Write(
        string objects, string more = "", string turns = "Linear", bool sensitive = false) => _folder.Write(
        "solution.yaml", $$"""
        formatVersion: 1
        solution: Places
        {{more}}
        connections:
          - {connection: Db, platform: Sqlite, file: {{Database}}}
          - {connection: Out, platform: Files, folder: out}
        variables:
          - {variable: Words, scope: run, rows: {Word: nvarchar(4000)}{{(sensitive ? ", sensitive: true" : "")}} }
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Db
            target: Db
            containers:
              - {container: First, level: 10}
              - {container: Per, level: 20, forEach: {rows: Words, turns: {{turns}}} }
            objects:
              - object: get
                kind: sql
                container: First
                sql: select v as Word from given order by n
                sets: {Words: rows}

        """ + string.Concat(objects.Split('\n').Select(line => $"      {line}\n")));

    public string WriteFile(string name, string text) => _folder.Write(name, text);

    public Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    /// <summary>The texts that a program has written, each with a NUL behind it.</summary>
    public string[] Written(string file) => File.ReadAllText(System.IO.Path.Combine(_folder.Path, file))
        .Split('\0', StringSplitOptions.RemoveEmptyEntries);

    public List<string> Rows(string sql) => DataFile.Rows(_folder.Path, Database, sql);

    public void Execute(string sql) => DataFile.Execute(_folder.Path, Database, sql);

    public void AssertCanaries()
    {
        Assert.That(File.ReadAllText(System.IO.Path.Combine(_folder.Path, "canary.csv")), Is.EqualTo("canary\n"));
        Assert.That(Rows("select count(*) from canary"), Is.EqualTo(new[] { "0" }));
    }

    public void Dispose() => _folder.Dispose();
}
