using System.Diagnostics.CodeAnalysis;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>What a value of a run is: one value of a type, or rows of several columns.</summary>
public sealed class RunValueType : IEquatable<RunValueType>
{
    /// <summary>The most columns that rows have.</summary>
    public const int ColumnsMax = 64;

    private const int NameMax = 128;

    private readonly string _text;

    private RunValueType(SqlType? scalar, IReadOnlyList<RunColumn> columns)
    {
        (Scalar, Columns) = (scalar, columns);
        _text = scalar?.ToString() ?? RunColumnsText.Of(columns);
    }

    /// <summary>The type of one value; null where it is rows.</summary>
    public SqlType? Scalar { get; }

    /// <summary>The columns of rows; empty where it is one value.</summary>
    public IReadOnlyList<RunColumn> Columns { get; }

    public bool IsRows => Scalar is null;

    /// <summary>One value of a type.</summary>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryOf(SqlType type, [NotNullWhen(true)] out RunValueType? made, out string problem)
    {
        problem = TypedValue.Takes(type) ? "" : $"no value can be written for {type}";
        made = problem.Length == 0 ? new RunValueType(type, []) : null;
        return made is not null;
    }

    /// <summary>Rows of these columns, in this order.</summary>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryRows(
        IReadOnlyList<RunColumn> columns, [NotNullWhen(true)] out RunValueType? made, out string problem)
    {
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        problem = columns.Count is 0 or > ColumnsMax ? $"rows have 1 to {ColumnsMax} columns"
            : columns.FirstOrDefault(one => !IsName(one.Name)) is { } odd
                ? $"'{odd.Name}' cannot be the name of a column: it has 1 to {NameMax} characters that can be shown"
            : columns.FirstOrDefault(one => !names.Add(one.Name)) is { } twice
                ? $"two columns are called '{twice.Name}'"
            : columns.FirstOrDefault(one => !TypedValue.Takes(one.Type)) is { } other
                ? $"'{other.Name}' is {other.Type}, for which no value can be written"
            : "";
        made = problem.Length == 0 ? new RunValueType(null, [.. columns]) : null;
        return made is not null;
    }

    /// <summary>Reads what <see cref="ToString"/> wrote.</summary>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryParse(string text, [NotNullWhen(true)] out RunValueType? made, out string problem)
    {
        if (RunColumnsText.IsRows(text))
        {
            made = null;
            return RunColumnsText.TryRead(text, out var columns, out problem)
                && TryRows(columns, out made, out problem);
        }

        if (SqlType.TryParse(text, out var type, out var wrong))
        {
            return TryOf(type, out made, out problem);
        }

        (made, problem) = (null, wrong);
        return false;
    }

    // Half of a character is enumerated as U+FFFD.
    private static bool IsName(string name) => name.Length is > 0 and <= NameMax
        && name.EnumerateRunes().All(rune => !Rune.IsControl(rune) && rune != Rune.ReplacementChar);

    /// <inheritdoc/>
    public bool Equals(RunValueType? other) => other is not null && _text == other._text;

    public override bool Equals(object? obj) => Equals(obj as RunValueType);

    public override int GetHashCode() => _text.GetHashCode(StringComparison.Ordinal);

    /// <summary>`decimal(9,2)`, or `rows("Code" char(2), "Db" nvarchar(128))`.</summary>
    public override string ToString() => _text;
}
