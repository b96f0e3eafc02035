using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// Keys of a target that somebody else has written in another form than a load does: equal ones would not be found
/// equal, and their rows added once more.
/// </summary>
internal static class OtherForms
{
    private const int ValueMax = 60;

    /// <summary>Refuses a target that holds some.</summary>
    /// <param name="database">The target's database.</param>
    /// <param name="table">The target.</param>
    /// <param name="key">The columns of its key.</param>
    /// <param name="definition">What is loaded; of one with sensitive columns no value is shown.</param>
    /// <exception cref="PackageRefusedException">It does.</exception>
    public static void Refuse(
        IDatabase database, TableName table, IEnumerable<RowColumn> key, ObjectDefinition definition)
    {
        var isSensitive = definition.Columns.Any(column => column.Sensitive);
        foreach (var column in key)
        {
            if (database.Platform.Dialect.OtherForms(table, column) is { } sql
                && database.Number(sql.Count) is var found and > 0)
            {
                var example = isSensitive ? "" : $", such as {Shown(database.Ask(sql.First).First[0] ?? "")}";
                throw new PackageRefusedException(
                    "ORC3461", ErrorClass.Data, "publish",
                    $"{found} rows of '{table}' hold their key '{column.Name}' in another form than loads write "
                    + $"{column.Type} in{example}: equal values would not be found equal, and their rows added "
                    + "once more. Nothing was published; write them in that form.");
            }
        }
    }

    private static string Shown(string value) =>
        $"'{(value.Length > ValueMax ? value[..ValueMax] + "…" : value)}'";
}
