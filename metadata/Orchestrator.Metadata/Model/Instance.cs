using Orchestrator.Core.Types;

namespace Orchestrator.Metadata.Model;

/// <summary>Which of the objects that `forEach` makes of one an object is.</summary>
/// <param name="Object">Name of the object as written; its own is `customer[A]`.</param>
/// <param name="Turns">The turns that it is made for, of the outermost `forEach` first; never empty.</param>
public sealed record Instance(string Object, IReadOnlyList<InstanceTurn> Turns)
{
    /// <summary>What tells it from the others of its object: the keys of its turns.</summary>
    public string Key => string.Join(',', Turns.Select(turn => turn.Key));

    /// <summary>The name of the instance of an object.</summary>
    public string Name => $"{Object}[{Key}]";

    /// <summary>The variables that `forEach` gives a value, each with that of this object.</summary>
    public IEnumerable<InstanceValue> Values => Turns.SelectMany(turn => turn.Values);

    /// <summary>The turns of containers that it stands in, as they are called: `PerRegion[DE]`, `Months[DE,11]`.
    /// </summary>
    public IReadOnlyList<string> Groups
    {
        get
        {
            var groups = new List<string>();
            var key = "";
            foreach (var turn in Turns.Where(turn => turn.Container is not null))
            {
                key = key.Length == 0 && groups.Count == 0 ? turn.Key : $"{key},{turn.Key}";
                groups.Add($"{turn.Container}[{key}]");
            }

            return groups;
        }
    }

    /// <summary>Whether a variable has a value of this object.</summary>
    public bool Gives(string variable) => Values.Any(value => value.Variable == variable);

    /// <summary>Whether no loop that both stand in has another turn for the one than for the other.</summary>
    public bool SharesTurns(Instance other) => Turns.Zip(other.Turns).All(
        pair => pair.First.Container == pair.Second.Container && pair.First.Key == pair.Second.Key);
}

/// <summary>One turn of a `forEach`.</summary>
/// <param name="Container">The container whose turn it is; null = it is that of the project.</param>
/// <param name="Key">What tells it from the other turns, and stands in names.</param>
/// <param name="Values">The variables that it gives a value.</param>
public sealed record InstanceTurn(string? Container, string Key, IReadOnlyList<InstanceValue> Values);

/// <summary>The value of a variable in a turn; null = NULL.</summary>
public sealed record InstanceValue(string Variable, SqlType Type, TypedValue? Value);
