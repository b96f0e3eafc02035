using Orchestrator.Data;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>The statement with which a server copies what a load reads into a table.</summary>
internal static class ServerCopy
{
    /// <summary>The statement and its parameters: those of the source, and what the engine fills.</summary>
    public static (string Sql, (string Name, object? Value)[] Values) Of(
        LoadSource source, LoadColumns columns, TableName into, Dialect dialect)
    {
        var read = source.Reader.Columns;
        (string, string)[] moved =
            [.. columns.Guarded.Select(column => (read[column.Source].Name, column.Name))];
        (string To, string Parameter)[] filled =
            [.. columns.Filled.Select((column, i) => (column.Column.Name, $"@{Dialect.OwnPrefix}{i}"))];
        var values = filled.Zip(columns.Filled, (name, column) => (name.Parameter, column.Value));
        return (
            dialect.InsertSelect(source.Statement.Sql, into, moved, filled),
            [.. source.Statement.Values, .. values]);
    }
}
