using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scripts;

/// <summary>The values that a class sets: each that its object asks for, once, as its variable wants it.</summary>
internal sealed class ScriptValues(PackageContext context)
{
    /// <summary>The code of a value that cannot be set.</summary>
    public const string Code = "ORC3625";

    private const int NamesShown = 8;

    // Divided by it, a number loses the zeros at its end, which say nothing.
    private const decimal One = 1.0000000000000000000000000000m;

    private readonly IReadOnlyList<ValueSet> _asked = context.Object.Sets?.Each ?? [];
    private readonly Dictionary<string, RunValue> _set = new(StringComparer.Ordinal);

    /// <summary>What was set, by the names of the variables.</summary>
    public IReadOnlyDictionary<string, RunValue> Sets => _set;

    /// <summary>Sets the variables that are taken from a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="rows">The rows; of one value a row with one cell.</param>
    /// <param name="isRows">Whether it is rows.</param>
    /// <exception cref="PackageRefusedException">Nobody asks for it, it is set already, or is none of its type.
    /// </exception>
    public void Set(string name, IReadOnlyList<IReadOnlyList<object?>> rows, bool isRows)
    {
        ValueSet[] asked = [.. _asked.Where(one => one.From == name)];
        if (asked.Length == 0)
        {
            throw Refused($"sets '{name}', and its object does not say what that is for: "
                + (_asked.Count == 0 ? "it has no `sets`" : $"its `sets` have {Words.First(NamesShown, Names())}"));
        }

        foreach (var one in asked)
        {
            if (!_set.TryAdd(one.Variable, Made(one, rows, isRows)))
            {
                throw Refused($"sets '{name}' twice");
            }
        }
    }

    /// <summary>Looks whether all values are there that the object asks for.</summary>
    /// <exception cref="PackageRefusedException">One is not.</exception>
    public void End()
    {
        if (_asked.FirstOrDefault(one => !_set.ContainsKey(one.Variable)) is { } missing)
        {
            throw Refused($"has not set '{missing.From}', which '{missing.Variable}' is taken from");
        }
    }

    private string[] Names() => [.. _asked.Select(one => one.From).Distinct()];

    private RunValue Made(ValueSet set, IReadOnlyList<IReadOnlyList<object?>> rows, bool isRows)
    {
        if (isRows != set.Type.IsRows)
        {
            throw Refused($"sets '{set.From}' by {(isRows ? "SetRows" : "Set")}, and '{set.Variable}' is "
                + $"{(isRows ? "one value" : "rows")}");
        }

        IReadOnlyList<IReadOnlyList<string?>> cells =
            [.. rows.Select(row => row.Select(cell => Text(set, cell)).ToArray())];
        return RunValue.TryMake(set.Type, cells, out var made, out var problem) ? made
            : throw Refused($"sets '{set.From}', which is no {set.Type} for '{set.Variable}': "
                + (IsSensitive(set) ? "it is none of its type" : problem));
    }

    private string? Text(ValueSet set, object? cell) => cell switch
    {
        null or DBNull => null,
        string text => text,
        bool flag => flag ? "1" : "0",
        decimal number => (number / One).ToString(CultureInfo.InvariantCulture),
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        DateTimeOffset time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF zzz", CultureInfo.InvariantCulture),
        DateOnly day => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        TimeOnly time => time.ToString("HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        TimeSpan time => time.ToString("c", CultureInfo.InvariantCulture),
        Guid or Enum or sbyte or byte or short or ushort or int or uint or long or ulong or float or double =>
            ((IFormattable)cell).ToString(null, CultureInfo.InvariantCulture),
        char sign => $"{sign}",
        _ => throw Refused($"sets '{set.From}' to a {cell.GetType().Name}, which no value can be"),
    };

    private bool IsSensitive(ValueSet set) =>
        context.Solution.RunVariables.Any(one => one.Name == set.Variable && one.Is.IsSensitive);

    private PackageRefusedException Refused(string why) => new(
        Code, ErrorClass.Data, KindTable.Script.Word, $"'{context.Object.Plugin!.Class}' {why}. No value of the "
            + "attempt counts.", context.Object.Sets?.At ?? default);
}
