using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>What a script knows at one of its statements.</summary>
internal sealed class ScriptState
{
    private ScriptState(Dictionary<string, ScriptValue> locals, Dictionary<string, ScriptValue> sets) =>
        (Locals, Sets) = (locals, sets);

    public ScriptState() : this(new(StringComparer.Ordinal), new(StringComparer.Ordinal))
    {
    }

    /// <summary>Its own variables.</summary>
    public Dictionary<string, ScriptValue> Locals { get; }

    /// <summary>Those of the package that it has set, by their names.</summary>
    public Dictionary<string, ScriptValue> Sets { get; }

    /// <summary>The name by which a variable or a field of the script is kept; null = there is none.</summary>
    public string? KeyOf(string name) => Locals.ContainsKey(name) ? name
        : Locals.ContainsKey(CSharpMembers.Own + name) ? CSharpMembers.Own + name : null;

    /// <summary>What a method knows when it is called from here, but for what it is given.</summary>
    public ScriptState Called() => new(
        new(Locals.Where(each => IsField(each.Key)), StringComparer.Ordinal), new(Sets, StringComparer.Ordinal));

    /// <summary>What is known here when a method has come back.</summary>
    /// <param name="called">What it knew at its end.</param>
    public ScriptState Returned(ScriptState called) => new(
        new(Locals.Where(each => !IsField(each.Key)).Concat(called.Locals.Where(each => IsField(each.Key))),
            StringComparer.Ordinal),
        new(called.Sets, StringComparer.Ordinal));

    /// <summary>Whether the same was set of what outlives a method.</summary>
    public bool KeepsAs(ScriptState other) =>
        SetsAs(other) && Locals.Where(each => IsField(each.Key))
            .All(each => other.Locals.GetValueOrDefault(each.Key) == each.Value);

    public ScriptState Copy() => new(new(Locals, StringComparer.Ordinal), new(Sets, StringComparer.Ordinal));

    /// <summary>Whether the same was set.</summary>
    public bool SetsAs(ScriptState other) =>
        Sets.Count == other.Sets.Count && Sets.All(each => other.Sets.GetValueOrDefault(each.Key) == each.Value);

    /// <summary>What nobody knows of its own variables, as another state of them may be the true one.</summary>
    public void Doubt(ScriptState other)
    {
        foreach (var (name, value) in Locals.ToArray())
        {
            if (other.Locals.TryGetValue(name, out var instead) && instead != value)
            {
                Locals[name] = ScriptValue.Open($"what '{name}' is after a failure is not known", value.Type);
            }
        }
    }

    /// <summary>One of two states, by a condition.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="then">Where it holds.</param>
    /// <param name="otherwise">Where it does not.</param>
    /// <param name="before">What was known before them.</param>
    /// <param name="read">What a variable of the package has that was not set.</param>
    public static ScriptState Either(ScriptValue condition, ScriptState then, ScriptState otherwise,
        ScriptState before, Func<string, ScriptValue> read)
    {
        var made = new ScriptState();
        foreach (var name in before.Locals.Keys)
        {
            made.Locals[name] = Either(condition, then.Locals[name], otherwise.Locals[name]);
        }

        foreach (var name in then.Sets.Keys.Union(otherwise.Sets.Keys, StringComparer.Ordinal))
        {
            made.Sets[name] = Either(condition, then.Sets.GetValueOrDefault(name) ?? read(name),
                otherwise.Sets.GetValueOrDefault(name) ?? read(name));
        }

        return made;
    }

    /// <summary>One of two values.</summary>
    public static ScriptValue Either(ScriptValue condition, ScriptValue then, ScriptValue otherwise) =>
        then == otherwise ? then
        : ScriptValue.Open(then.Type, condition, then, otherwise) is { } open
            ? open with { IsObject = then.IsObject || otherwise.IsObject }
        : condition.Type != ScriptType.Flag || condition.IsObject || then.Type != otherwise.Type
            ? ScriptValue.Open("a choice between values of several types")
        : ScriptValue.Made(then.Type, $"{condition.Operand} ? {then.Operand} : {otherwise.Operand}") with
        {
            IsObject = then.IsObject || otherwise.IsObject,
            IsNatural = then.IsNatural && otherwise.IsNatural,
        };

    private static bool IsField(string name) => name.StartsWith(CSharpMembers.Own, StringComparison.Ordinal);
}
