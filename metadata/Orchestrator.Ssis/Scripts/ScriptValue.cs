namespace Orchestrator.Ssis.Scripts;

/// <summary>What a part of a script comes to, as an expression over the variables as they are when it begins.</summary>
/// <param name="Type">Its type.</param>
/// <param name="Text">The expression; null = it has no equal, and touches nothing all the same.</param>
internal sealed record ScriptValue(ScriptType Type, string? Text)
{
    private const int LengthMax = 6000;

    /// <summary>Why there is no expression.</summary>
    public string Why { get; init; } = "";

    /// <summary>Whether C# takes it for an object, whatever is in it.</summary>
    public bool IsObject { get; init; }

    /// <summary>Whether it is something, where nobody knows its type.</summary>
    public bool IsThere { get; init; }

    /// <summary>Whether all of its members are something, too.</summary>
    public bool IsWhole { get; init; }

    /// <summary>Whether it is nothing that an operator stands in.</summary>
    public bool IsAtom { get; init; }

    /// <summary>Whether it is texts, one behind the other.</summary>
    public bool IsJoined { get; init; }

    /// <summary>What it says, where that is written there.</summary>
    public string? Literal { get; init; }

    /// <summary>The whole number that a text is written of; null = of none.</summary>
    public ScriptValue? Number { get; init; }

    /// <summary>Whether it is a number that is never below 0.</summary>
    public bool IsNatural { get; init; }

    /// <summary>The day alone of a time that the clock was asked for; null = it was not.</summary>
    public string? Day { get; init; }

    /// <summary>As an operand.</summary>
    public string Operand => IsAtom ? Text! : $"({Text})";

    public bool IsNumber => !IsObject && Type is ScriptType.Whole or ScriptType.Long;

    /// <summary>What has no equal.</summary>
    public static ScriptValue Open(string why, ScriptType type = ScriptType.Unknown) => new(type, null) { Why = why };

    /// <summary>The same of what is there with all of its members.</summary>
    public static ScriptValue Whole(string why) => Open(why) with { IsThere = true, IsWhole = true };

    /// <summary>An expression with operators.</summary>
    public static ScriptValue Made(ScriptType type, string text) =>
        text.Length <= LengthMax ? new(type, text) : Open("what it reckons is too long", type);

    /// <summary>A call or a variable.</summary>
    public static ScriptValue Atom(ScriptType type, string text) => Made(type, text) with { IsAtom = true };

    /// <summary>The first reason of several, with a type; null = all of them have an equal.</summary>
    public static ScriptValue? Open(ScriptType type, params ScriptValue[] of) =>
        Array.Find(of, each => each.Text is null) is { } open ? Open(open.Why, type) : null;
}
