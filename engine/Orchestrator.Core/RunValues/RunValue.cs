using System.Diagnostics.CodeAnalysis;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>
/// A value that a run has found out: one of a type, NULL, or rows. It has one text, from which it is read back as it
/// was, by any process and in any database.
/// </summary>
public sealed class RunValue : IEquatable<RunValue>
{
    /// <summary>The most rows that one has.</summary>
    public const int RowsMax = 100_000;

    /// <summary>The most characters that its text has.</summary>
    public const int TextMax = 16_777_216;

    private const char EndOfCell = '\t';
    private const char EndOfRow = '\n';

    private RunValue(RunValueType type, IReadOnlyList<IReadOnlyList<TypedValue?>> rows, string text)
    {
        (Type, Rows, Text) = (type, rows, text);
    }

    public RunValueType Type { get; }

    /// <summary>The rows with a value or NULL for each column; of one value a row that holds it.</summary>
    public IReadOnlyList<IReadOnlyList<TypedValue?>> Rows { get; }

    /// <summary>The one value; null where it is NULL.</summary>
    /// <exception cref="InvalidOperationException">It is rows.</exception>
    public TypedValue? Scalar => Type.IsRows
        ? throw new InvalidOperationException($"{Type} is no single value") : Rows[0][0];

    /// <summary>
    /// As it is recorded: no control characters but the tabs between the cells of a row and the line feeds behind rows.
    /// </summary>
    public string Text { get; }

    /// <summary>Makes one of what was returned: cells as people or databases write them, null being NULL.</summary>
    /// <param name="rows">The rows; of one value a row with one cell.</param>
    /// <param name="made">The value; null where it is none.</param>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryMake(RunValueType type, IReadOnlyList<IReadOnlyList<string?>> rows,
        [NotNullWhen(true)] out RunValue? made, out string problem)
    {
        made = null;
        if (rows.Count > RowsMax || (!type.IsRows && rows.Count != 1))
        {
            problem = type.IsRows ? $"it has {rows.Count} rows, {RowsMax} are taken"
                : $"it has {rows.Count} rows, and one is wanted";
            return false;
        }

        return TryMake<string?>(type, rows, TypedCell, out made, out problem);
    }

    /// <summary>Reads what <see cref="Text"/> says.</summary>
    /// <param name="made">The value; null where it is none.</param>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryParse(
        RunValueType type, string text, [NotNullWhen(true)] out RunValue? made, out string problem)
    {
        if (!type.IsRows)
        {
            return TryMake<string>(type, [[text]], CellText.TryRead, out made, out problem);
        }

        if (text.Length > 0 && text[^1] != EndOfRow)
        {
            (made, problem) = (null, "its last row has no end");
            return false;
        }

        IReadOnlyList<IReadOnlyList<string>> rows = text.Length == 0 ? []
            : [.. text[..^1].Split(EndOfRow).Select(row => row.Split(EndOfCell))];
        return TryMake<string>(type, rows, CellText.TryRead, out made, out problem);
    }

    /// <inheritdoc/>
    public bool Equals(RunValue? other) => other is not null && Type.Equals(other.Type) && Text == other.Text;

    public override bool Equals(object? obj) => Equals(obj as RunValue);

    public override int GetHashCode() => HashCode.Combine(Type, Text);

    /// <summary>As people are told of it: the value, NULL, or how many rows there are.</summary>
    public override string ToString() => Type.IsRows ? Words.Count(Rows.Count, "row") : Scalar?.Text ?? "NULL";

    private static bool TryMake<T>(RunValueType type, IReadOnlyList<IReadOnlyList<T>> rows, CellReading<T> read,
        [NotNullWhen(true)] out RunValue? made, out string problem)
    {
        (made, problem) = (null, "");
        SqlType[] types = type.Scalar is { } scalar ? [scalar] : [.. type.Columns.Select(column => column.Type)];
        var typed = new TypedValue?[rows.Count][];
        var text = new StringBuilder();
        for (var row = 0; row < rows.Count; row++)
        {
            if (rows[row].Count != types.Length)
            {
                problem = $"{Place(type, row, 0)}it has {rows[row].Count} columns, and {types.Length} are wanted";
                return false;
            }

            typed[row] = new TypedValue?[types.Length];
            for (var cell = 0; cell < types.Length; cell++)
            {
                if (!read(types[cell], rows[row][cell], out typed[row][cell], out problem))
                {
                    problem = $"{Place(type, row, cell)}{problem}";
                    return false;
                }

                if (cell > 0)
                {
                    text.Append(EndOfCell);
                }

                text.Append(CellText.Of(typed[row][cell]));
            }

            if (type.IsRows)
            {
                text.Append(EndOfRow);
            }

            if (text.Length > TextMax)
            {
                problem = $"it has more than {TextMax} characters";
                return false;
            }
        }

        made = new RunValue(type, typed, text.ToString());
        return true;
    }

    private static string Place(RunValueType type, int row, int cell) =>
        type.IsRows ? $"row {row + 1}, column '{type.Columns[cell].Name}': " : "";

    private static bool TypedCell(SqlType type, string? given, out TypedValue? value, out string problem)
    {
        (value, problem) = (null, "");
        return given is null || TypedValue.TryParse(type, given, out value, out problem);
    }

    private delegate bool CellReading<in T>(SqlType type, T cell, out TypedValue? value, out string problem);
}
