using System.Data.Common;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace Orchestrator.Cli.Tests;

/// <summary>A solution whose package `invoice` loads one row and rejects two, in SQLite or PostgreSQL.</summary>
internal sealed class RejectingSolution : IDisposable
{
    private const string Variable = "ORCHESTRATOR_TEST_REJECTING";

    private readonly SmallSolution _solution = new();
    private readonly string _yaml;

    public RejectingSolution(string platform)
    {
        Write("Append");
        Data("770,ok,1\n771,bad,x\n772,too long a name,2\n");
        _solution.Write("projects/Staging/objects/invoice_check.yaml", """
            object: invoice_check
            kind: check
            container: Checks
            target: {name: invoice}
            check: {rowCount: ">=0"}
            """);
        _yaml = File.ReadAllText(Path.Combine(Folder, "solution.yaml"));
        if (platform == "Sqlite")
        {
            return;
        }

        _yaml = _yaml.Replace("platform: Sqlite, stage: STG",
            $"platform: {platform}, stage: STG, connectionString: \"${{env:{Variable}}}\"", StringComparison.Ordinal);
        _solution.Write("solution.yaml", _yaml);
        Errors = "err.invoice";
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString() + ";Pooling=false");
        connection.Open();
        foreach (var sql in (string[])["DROP DATABASE IF EXISTS rejecting", "CREATE DATABASE rejecting"])
        {
            using var command = new NpgsqlCommand(sql, connection);
            command.ExecuteNonQuery();
        }

        Variables = new() { [Variable] = Server.Cluster.ConnectionString("rejecting") };
    }

    public string Folder => _solution.Folder;

    public Dictionary<string, string> Variables { get; } = [];

    /// <summary>The error table, as SQL names it.</summary>
    public string Errors { get; } = "err_invoice";

    public Called Call(params string[] arguments) => Called.With(Folder, Variables, false, arguments);

    public void Write(string pattern, string hooks = "") => _solution.Write(
        "projects/Staging/objects/invoice.yaml", $$"""
        object: invoice
        source: {file: invoice.csv}
        errors: {onError: redirect}
        load: {pattern: {{pattern}}}
        columns: [{column: InvoiceId, dataType: int, nullable: false}, {column: Name, dataType: nvarchar(9)},
          {column: Amount, dataType: "decimal(9,2)"}]
        hooks: [{{hooks}}]
        """);

    public void Data(string rows) => _solution.Write("data/invoice.csv", "InvoiceId,Name,Amount\n" + rows);

    /// <summary>Keeps rejected rows that long.</summary>
    public void Retain(string rejects) => _solution.Write("solution.yaml", _yaml.Replace(
        "solution: shop\n", $"solution: shop\nsettings: {{retention: {{rejects: {rejects}}}}}\n",
        StringComparison.Ordinal));

    /// <summary>Corrects the number of the second row where it is kept.</summary>
    public void Correct() => Execute("UPDATE {0} SET \"SourceRow\" = replace(\"SourceRow\", '\"x\"', '\"7\"')");

    public void Execute(string sql) => Rows(sql);

    /// <summary>The first column of a question; {0} stands for the error table.</summary>
    public string[] Rows(string sql)
    {
        using DbConnection connection = Variables.TryGetValue(Variable, out var server)
            ? new NpgsqlConnection(server + ";Pooling=false")
            : new SqliteConnection($"Data Source={Database};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = string.Format(null, sql, Errors);
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(reader.GetValue(0).ToString()!);
        }

        return [.. rows];
    }

    public void Dispose() => _solution.Dispose();

    private string Database =>
        Directory.EnumerateFiles(Path.Combine(Folder, ".orchestrator", "data"), "Staging*.db").Single();
}
