using System.Globalization;
using Microsoft.Data.Sqlite;
using Orchestrator.Ssis.Flows.Plans;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Carries out what a flow became, where all of its connections are one database in memory.</summary>
internal sealed class FlowNight : IDisposable
{
    /// <summary>A provider whose dialect it speaks.</summary>
    public const string Provider = "SQLite3 ODBC Driver";

    private readonly SqliteConnection _database;

    static FlowNight() => SQLitePCL.Batteries_V2.Init();

    public FlowNight(params string[] setup)
    {
        _database = new SqliteConnection("Data Source=:memory:;Pooling=False");
        _database.Open();
        foreach (var statement in setup)
        {
            Execute(statement);
        }
    }

    /// <summary>Loads first what others wait for; statements run when what they wait for is loaded.</summary>
    public FlowNight Move(FlowTranslation flow)
    {
        var statements = flow.Statements.ToList();
        HashSet<string> done = [];
        foreach (var load in flow.Loads)
        {
            Run(statements, done);
            Move(load);
            done.Add(load.Name);
        }

        Run(statements, done);
        return this;
    }

    /// <summary>The rows of a query, with `|` between values.</summary>
    public IReadOnlyList<string> Rows(string sql)
    {
        using var command = _database.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(at => reader.IsDBNull(at) ? "NULL"
                : string.Create(CultureInfo.InvariantCulture, $"{reader.GetValue(at)}"))));
        }

        return rows;
    }

    public void Dispose() => _database.Dispose();

    private void Run(List<FlowStatement> statements, HashSet<string> done)
    {
        foreach (var statement in statements.Where(each => each.After.All(done.Contains)).ToList())
        {
            Execute(statement.Sql);
            done.Add(statement.Name);
            statements.Remove(statement);
        }
    }

    private void Move(FlowLoad load)
    {
        var source = load.Source switch
        {
            FlowTable table => $"\"{table.Name}\"",
            FlowQuery query => $"({query.Sql})",
            _ => throw new InvalidOperationException("no rows of this database"),
        };
        var target = $"\"{((FlowTable)load.Target).Name}\"";
        var read = string.Join(", ", load.Columns.Select(each => $"\"{each.Source}\" as \"{each.Target}\""));
        var written = string.Join(", ", load.Columns.Select(each => $"\"{each.Target}\""));
        Execute(load.IsLanding ? $"create table {target} as select {read} from {source}"
            : $"insert into {target} ({written}) select {read} from {source}");
    }

    private void Execute(string sql)
    {
        using var command = _database.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
