using Orchestrator.Data;
using Orchestrator.Engine;
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
    /// <exception cref="PackageRefusedException">It does.</exception>
    public static void Refuse(IDatabase database, TableName table, IEnumerable<RowColumn> key)
    {
        foreach (var column in key)
        {
            if (database.Platform.Dialect.OtherForms(table, column) is { } sql
                && database.Number(sql.Count) is var found and > 0)
            {
                var shown = database.Ask(sql.First).First[0] ?? "";
                throw new PackageRefusedException(
                    "ORC3461", ErrorClass.Data, "publish",
                    $"{found} rows of '{table}' hold their key '{column.Name}' in another form than loads write "
                    + $"{column.Type} in, such as '{(shown.Length > ValueMax ? shown[..ValueMax] + "…" : shown)}': "
                    + "equal values would not be found equal, and their rows added once more. Nothing was published; "
                    + "write them in that form.");
            }
        }
    }
}
