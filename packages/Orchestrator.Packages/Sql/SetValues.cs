using System.Collections.ObjectModel;
using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>
/// Makes values of what statements or a procedure gave back. A value that does not fit ends the attempt while its
/// transaction is still open, so that nothing stands without the value.
/// </summary>
internal sealed class SetValues(PackageContext context)
{
    private const int NamesShown = 8;

    private readonly ValueSets? _sets = context.Object.Sets;

    /// <summary>Whether a result is read.</summary>
    public bool ReadsRows => _sets is { ReadsRows: true };

    /// <summary>Whether all rows of it are.</summary>
    public bool ReadsAll => _sets is not null && _sets.Each.Any(one => one.Kind == ValueOrigin.Rows);

    /// <summary>The values by the names of their variables.</summary>
    /// <exception cref="PackageRefusedException">ORC3524: one does not fit its variable, or is not there.</exception>
    public IReadOnlyDictionary<string, RunValue> Of(Returned returned)
    {
        if (_sets is null)
        {
            return ReadOnlyDictionary<string, RunValue>.Empty;
        }

        return _sets.Each.ToDictionary(one => one.Variable, one => Value(one, returned), StringComparer.Ordinal);
    }

    private RunValue Value(ValueSet set, Returned returned)
    {
        var cells = set.Kind switch
        {
            ValueOrigin.Rows => Table(set, returned),
            ValueOrigin.Column => Cell(Column(set, returned)),
            ValueOrigin.Output => Cell(returned.Outputs.FirstOrDefault(output => output.Name == set.Name).Value),
            ValueOrigin.ReturnCode => Cell(returned.ReturnCode?.ToString(CultureInfo.InvariantCulture)),
            _ => Cell(returned.Changed.ToString(CultureInfo.InvariantCulture)),
        };
        SqlType[] types = set.Type.Scalar is { } scalar ? [scalar] : [.. set.Type.Columns.Select(each => each.Type)];
        IReadOnlyList<IReadOnlyList<string?>> plain =
            [.. cells.Select(row => row.Select((cell, place) => Plain(types[place], cell)).ToArray())];
        return RunValue.TryMake(set.Type, plain, out var made, out var problem)
            ? made : throw Refused(set, IsSensitive(set) ? "what was returned is none of its type" : problem);
    }

    private static IReadOnlyList<IReadOnlyList<string?>> Cell(string? value) => [[value]];

    private string? Column(ValueSet set, Returned returned)
    {
        if (returned.Count > 1)
        {
            throw Refused(set, $"the result has {Words.Number(returned.Count)} rows, and one is wanted");
        }

        return returned.Count == 0 ? OfNoRow(set) : Text(set, returned, 0, PlaceOf(set, set.Name, returned));
    }

    private string? OfNoRow(ValueSet set) => _sets!.OnNone == NoRow.Null ? null
        : throw Refused(set, "the result has no row; where that means NULL, write onNone: null");

    private IReadOnlyList<IReadOnlyList<string?>> Table(ValueSet set, Returned returned)
    {
        if (returned.Columns.Count == 0)
        {
            throw Refused(set, "there is no result");
        }

        int[] places = [.. set.Type.Columns.Select(column => PlaceOf(set, column.Name, returned))];
        return [.. Enumerable.Range(0, returned.Rows.Count)
            .Select(row => places.Select(place => Text(set, returned, row, place)).ToArray())];
    }

    private string? Text(ValueSet set, Returned returned, int row, int column) =>
        !returned.NoTexts.Contains((row, column)) ? returned.Rows[row][column]
        : throw Refused(set, $"'{returned.Columns[column]}' holds bytes that are no text"
            + (returned.Rows.Count > 1 ? $", in row {row + 1}" : "") + ": have the statement write them as digits, "
            + "as hex(…) does");

    // Platforms tell names apart by case or do not: the one that is written exactly so comes first.
    private int PlaceOf(ValueSet set, string name, Returned returned)
    {
        string[] names = [.. returned.Columns];
        int[] Called(StringComparison how) =>
            [.. names.Index().Where(one => one.Item.Equals(name, how)).Select(one => one.Index)];
        var found = Called(StringComparison.Ordinal) is { Length: > 0 } exact ? exact
            : Called(StringComparison.OrdinalIgnoreCase);
        return found switch
        {
            [var place] => place,
            [] => throw Refused(set, $"the result has no column '{name}', it has {Words.First(NamesShown, names)}"),
            _ => throw Refused(set, $"the result has {Words.Count(found.Length, "column")} called '{name}': give each "
                + "a name of its own"),
        };
    }

    private bool IsSensitive(ValueSet set) =>
        context.Solution.RunVariables.Any(one => one.Name == set.Variable && one.Is.IsSensitive);

    // A server writes more digits than the value has, or others: 7.00 is a whole number, midnight a date, t true.
    private static string? Plain(SqlType type, string? text)
    {
        if (text is null || TypedValue.TryParse(type, text, out _, out _))
        {
            return text;
        }

        if (type.Kind == SqlTypeKind.Bit)
        {
            return text switch { "t" => "1", "f" => "0", _ => text };
        }

        if (type.Kind == SqlTypeKind.DateTimeOffset)
        {
            return text is [.., '+' or '-', _, _] ? $"{text}:00" : text;
        }

        var shorter = (type.IsNumber || type.IsTemporal) && text.Contains('.', StringComparison.Ordinal)
            ? text.TrimEnd('0').TrimEnd('.') : text;
        return type.Kind == SqlTypeKind.Date && shorter.Length > 10
            && TimeSpan.TryParse(shorter.AsSpan(11), CultureInfo.InvariantCulture, out var time)
            && time == TimeSpan.Zero ? shorter[..10] : shorter;
    }

    private PackageRefusedException Refused(ValueSet set, string why) => new(
        "ORC3524", ErrorClass.Data, "sql",
        $"'{context.Object.Name}' sets '{set.Variable}', which is {set.Type}, from '{set.From}': {why}.", set.At);
}
