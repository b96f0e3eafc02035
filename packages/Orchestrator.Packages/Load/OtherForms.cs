using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// Values by which rows of a target are looked for, and which somebody else has written in another form than a load
/// does: they would not be found, and their rows stand there twice.
/// </summary>
internal static class OtherForms
{
    private const int ValueMax = 60;

    /// <summary>Refuses a target that holds some in its key.</summary>
    /// <param name="database">The target's database.</param>
    /// <param name="table">The target.</param>
    /// <param name="key">The columns of its key.</param>
    /// <param name="definition">What is loaded; of one with sensitive columns no value is shown.</param>
    /// <exception cref="PackageRefusedException">It does.</exception>
    public static void Refuse(
        IDatabase database, TableName table, IEnumerable<RowColumn> key, ObjectDefinition definition)
    {
        foreach (var column in key)
        {
            Refuse(
                database, table, column, definition, $"their key '{column.Name}'",
                "equal values would not be found equal, and their rows added once more");
        }
    }

    /// <summary>Refuses a target that holds some in the column of the range that is replaced.</summary>
    /// <exception cref="PackageRefusedException">It does.</exception>
    public static void RefuseInRange(
        IDatabase database, TableName table, RowColumn column, ObjectDefinition definition) => Refuse(
            database, table, column, definition, $"'{column.Name}', the column of the range,",
            "those in the range would stay beside the rows that replace them");

    private static void Refuse(
        IDatabase database, TableName table, RowColumn column, ObjectDefinition definition, string what, string harm)
    {
        if (database.Platform.Dialect.OtherForms(table, column) is { } sql
            && database.Number(sql.Count) is var found and > 0)
        {
            var example = definition.Columns.Any(each => each.Sensitive) ? ""
                : $", such as {Shown(database.Ask(sql.First).First[0] ?? "")}";
            throw new PackageRefusedException(
                "ORC3461", ErrorClass.Data, "publish",
                $"{found} rows of '{table}' hold {what} in another form than loads write {column.Type} in{example}: "
                + $"{harm}. Nothing was published; write them in that form.");
        }
    }

    private static string Shown(string value) =>
        $"'{(value.Length > ValueMax ? value[..ValueMax] + "…" : value)}'";
}
