using Orchestrator.Data;
using Orchestrator.Import.Sql;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Tests.Imports;

/// <summary>A solution with a connection whose server nobody reaches, and a folder `db` of scripts beside it.</summary>
internal sealed class ScriptSolution : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ScriptSolution() => Write("solution.yaml", """
        formatVersion: 1
        solution: crm
        connections:
          - {connection: Crm, platform: SqlServer, stage: SRC, connectionString: "${env:CRM}"}
          - {connection: Staging, platform: Sqlite, stage: STG}
        """);

    public static IPlatform Platform { get; } = ConnectionAccess.PlatformNamed("SQL Server")!;

    public string Folder => _folder.Path;

    public Called Import(params string[] arguments) => Call(["import", "sql", .. arguments]);

    public Called Call(params string[] arguments) => Called.With(
        Folder, new Dictionary<string, string> { ["CRM"] = "Server=nowhere.invalid;Database=Crm" }, false, arguments);

    /// <summary>What the reader alone makes of paths.</summary>
    public SqlContent Read(params string[] paths) =>
        SqlScripts.Read(paths, Folder, Platform, CancellationToken.None);

    /// <summary>What it makes of one script.</summary>
    public SqlContent Of(string script)
    {
        Write("db/script.sql", script);
        return Read("db");
    }

    public void Write(string path, string text) => _folder.Write(path, text);

    public void WriteBytes(string path, byte[] bytes) => File.WriteAllBytes(Path.Combine(Folder, path), bytes);

    public string Text(string path) => File.ReadAllText(Path.Combine(Folder, path));

    public bool Has(string path) => Path.Exists(Path.Combine(Folder, path));

    /// <summary>A table or view by its name, as lines: name, type, and what else is told of a column.</summary>
    public static string[] Columns(SqlContent content, string table) =>
    [
        .. content.Tables.Single(each => $"{each.Name}" == table).Columns.Select(column =>
            $"{column.Name} {(column.Type is { } type ? $"{type}" : "?")}"
            + (column.Nullable ? "" : " NOT NULL")
            + (column.Native is { } native && native.Declaration != $"{column.Type}" ? $" = {native.Declaration}" : "")
            + (column.Default.Length > 0 ? $" DEFAULT {column.Default}" : "")
            + (column.Identity.Length > 0 ? " identity" : "")
            + (column.Expression.Length > 0 ? $" AS {column.Expression}" : "")),
    ];

    /// <summary>What is wrong, each as place and code.</summary>
    public static string[] Problems(SqlContent content) =>
        [.. content.Problems.Select(each => $"{each.At} {each.Code}")];

    public void Dispose() => _folder.Dispose();
}
