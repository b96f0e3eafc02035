using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>
/// Three tables that are loaded from files into one stage and from there into another; a bad file fails its package.
/// </summary>
internal sealed class RetryNight : IDisposable
{
    public static readonly string[] Tables = ["customer", "invoice", "product"];

    private readonly TemporaryFolder _folder = new();

    public RetryNight()
    {
        Solution();
        foreach (var table in Tables)
        {
            Object("Early", table, $"source: {{file: {table}.csv}}");
            Object("Later", table);
            Good(table);
        }
    }

    public string Folder => _folder.Path;

    public void Solution(string more = "", string staging = "Staging.db") => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        systemColumns:
          RowAuditId: {column: RowAuditId, dataType: bigint}
        {{more}}
        connections:
          - {connection: Files, platform: Files, folder: in}
          - {connection: Staging, platform: Sqlite, file: {{staging}}}
          - {connection: Mart, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Early, Later]}
        projects:
          - {project: Early, source: Files, target: Staging}
          - {project: Later, source: Staging, target: Mart}
        """);

    /// <summary>Writes an object; what it says beside its name and columns.</summary>
    public void Object(string project, string name, params string[] more) => _folder.Write(
        $"projects/{project}/objects/{name}.yaml",
        $"object: {name}\n{string.Concat(more.Select(line => line + "\n"))}columns: [{{column: Id, dataType: int}}]\n");

    public void Write(string path, string text) => _folder.Write(path, text);

    public void Good(string table) => _folder.Write($"in/{table}.csv", "Id\n1\n2\n");

    public void Bad(string table) => _folder.Write($"in/{table}.csv", "Id\nnone\n");

    public Called Call(params string[] arguments) => Called.With(Folder, arguments);

    /// <summary>The packages of a run in a state, in order of their names.</summary>
    public string[] In(int run, string state) => [.. Ledger(
        $"select name from nodes where run = {run} and kind = 'Package' and state = '{state}' order by name")];

    public List<string> Ledger(string sql) => LedgerTables.Rows(Folder, sql);

    /// <summary>The ids in a table.</summary>
    public string[] Ids(string file, string table)
    {
        using var data = new SqliteConnection(
            $"Data Source={Path.Combine(Folder, ".orchestrator", "data", file)};Mode=ReadOnly;Pooling=False");
        data.Open();
        return [.. LedgerTables.Rows(data, $"select Id from {table} order by Id")];
    }

    public void Dispose() => _folder.Dispose();
}
