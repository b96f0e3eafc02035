using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// Values by which rows of a target are looked for, and which somebody else has written in another form than a load
/// does: they would not be found, and their rows stand there twice.
/// </summary>
internal static class OtherForms
{
    private const int ValueMax = 60;

    /// <summary>Refuses a target that holds some in its key, and rows whose key it holds in another form.</summary>
    /// <param name="database">The target's database.</param>
    /// <param name="table">The target.</param>
    /// <param name="rows">The table with the rows that are to be published.</param>
    /// <param name="key">The columns of its key.</param>
    /// <param name="definition">What is loaded; of one with sensitive columns no value is shown.</param>
    /// <exception cref="PackageRefusedException">It does.</exception>
    public static void Refuse(
        IDatabase database, TableName table, TableName rows, IReadOnlyList<RowColumn> key, ObjectDefinition definition)
    {
        foreach (var column in key)
        {
            Refuse(
                database, table, column, definition, $"their key '{column.Name}'",
                "equal values would not be found equal, and their rows added once more");
        }

        // Which of several forms a load writes, its source alone decides: that can be told of two values only.
        var dialect = database.Platform.Dialect;
        RowColumn[] declared = [.. key.Select(column => AsDeclared(column, definition))];
        Refuse(
            database, definition, dialect.HeldInOtherForm(rows, table, declared),
            found => $"{found} rows that are loaded have a key that '{table}' holds in another form");
        Refuse(
            database, definition, dialect.InSeveralForms(rows, declared),
            found => $"{found} keys of the rows that are loaded into '{table}' are there in several forms");
    }

    // What is kept as another type has the forms of the one that was declared.
    private static RowColumn AsDeclared(RowColumn column, ObjectDefinition definition) =>
        definition.Columns.FirstOrDefault(each => each.Target == column.Name)?.DataType is { } type
            ? column with { Type = type } : column;

    /// <summary>Refuses a target that holds some in the column of the range that is replaced.</summary>
    /// <exception cref="PackageRefusedException">It does.</exception>
    public static void RefuseInRange(
        IDatabase database, TableName table, RowColumn column, ObjectDefinition definition) => Refuse(
            database, table, column, definition, $"'{column.Name}', the column of the range,",
            "those in the range would stay beside the rows that replace them");

    private static void Refuse(
        IDatabase database, ObjectDefinition definition, (string Count, string First)? asked, Func<long, string> told)
    {
        if (asked is { } sql && database.Number(sql.Count) is var found and > 0)
        {
            throw Refused($"{told(found)}{Example(database, definition, sql.First)}: they differ in blanks behind the "
                + "text, in noughts behind the bytes, in the offset of the same moment or in how its last digit is "
                + "rounded, and their rows would stand there twice. Nothing was published; let the source give them "
                + "in one form, the one that stands in the target.");
        }
    }

    private static void Refuse(
        IDatabase database, TableName table, RowColumn column, ObjectDefinition definition, string what, string harm)
    {
        if (database.Platform.Dialect.OtherForms(table, column) is { } sql
            && database.Number(sql.Count) is var found and > 0)
        {
            throw Refused($"{found} rows of '{table}' hold {what} in another form than loads write {column.Type} in"
                + $"{Example(database, definition, sql.First)}: {harm}. Nothing was published; write them in that "
                + "form.");
        }
    }

    private static PackageRefusedException Refused(string message) =>
        new("ORC3461", ErrorClass.Data, "publish", message);

    private static string Example(IDatabase database, ObjectDefinition definition, string first) =>
        definition.Columns.Any(each => each.Sensitive) ? ""
            : $", such as {Shown(database.Ask(first).First[0] ?? "")}";

    private static string Shown(string value) =>
        $"'{(value.Length > ValueMax ? value[..ValueMax] + "…" : value)}'";
}
