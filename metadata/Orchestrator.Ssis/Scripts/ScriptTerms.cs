using System.Globalization;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>What expressions of a script come to. What may touch something is refused; what touches nothing and has no
/// equal is open, which matters only where a variable is set to it.</summary>
/// <param name="find">The variable of a name; null = there is none.</param>
internal sealed class ScriptTerms(Func<string, ScriptVariable?> find)
{
    /// <summary>What is known where the reading stands.</summary>
    public ScriptState State { get; set; } = new();

    /// <summary>The names that the script has for variables of the package that it has locked.</summary>
    public HashSet<string> Locked { get; } = new(StringComparer.Ordinal);

    /// <summary>What it does with files.</summary>
    public List<ScriptFileWork> Files { get; } = [];

    /// <summary>What a method of the script's own comes to; it may set variables, too.</summary>
    public Func<CSharpNode, ScriptValue> Own { get; set; } = call => throw ScriptCalls.Unknown(call);

    /// <summary>Knows the fields of a class as they are when the script begins.</summary>
    public void Begin(CSharpMembers members)
    {
        foreach (var field in members.Fields)
        {
            State.Locals[CSharpMembers.Own + field.Name] = field.Value is null
                ? ScriptValue.Open($"nothing says what '{field.Name}' begins with")
                : ScriptOperators.Cast(field.Type, Of(field.Value));
        }
    }

    /// <summary>The full name of a variable, or the name itself where there is none.</summary>
    public string NameOf(string name) => find(name)?.FullName ?? name;

    /// <summary>What a variable of the package has there.</summary>
    public ScriptValue Read(string name)
    {
        var found = find(name);
        if (State.Sets.TryGetValue(NameOf(name), out var set))
        {
            return set;
        }

        var type = found is null ? ScriptType.Unknown : TypeOf(found.Type);
        return (found is null ? ScriptValue.Open($"there is no variable '{name}', or it has no equal here")
            : found.IsReckoned && State.Sets.Count > 0
                ? ScriptValue.Open($"'{found.FullName}' is reckoned again from what was set", type)
            : type == ScriptType.Unknown
                ? ScriptValue.Open($"a script reckons with '{found.FullName}', which is {found.Type}")
            : ScriptValue.Atom(type, found.Begins is { } begins ? $"({begins})" : $"@[{found.FullName}]")) with
        {
            IsObject = true,
        };
    }

    /// <summary>What a variable of a type is set to.</summary>
    public ScriptValue Set(string name, ScriptValue value)
    {
        var found = find(name);
        return (value.Text is null ? value
            : found is null ? ScriptValue.Open($"there is no variable '{name}', or it has no equal here")
            : found.IsReckoned ? ScriptValue.Open($"an expression says what '{found.FullName}' is")
            : TypeOf(found.Type) is ScriptType.Unknown || TypeOf(found.Type) != value.Type
                ? ScriptValue.Open($"'{found.FullName}' is {found.Type}, and is set to something else")
            : value) with
        { IsObject = true };
    }

    /// <summary>What an expression comes to.</summary>
    /// <exception cref="ScriptRefusedException">It may touch something.</exception>
    public ScriptValue Of(CSharpNode node) => node.Kind switch
    {
        CSharpNodeKind.Text => ScriptTexts.Literal(node.Text),
        CSharpNodeKind.Character => new ScriptValue(ScriptType.Character, "") { Literal = node.Text },
        CSharpNodeKind.Number => Number(node.Text),
        CSharpNodeKind.Flag => ScriptValue.Atom(ScriptType.Flag, node.Text.ToUpperInvariant()),
        CSharpNodeKind.Null => ScriptValue.Open("a variable has no null here"),
        CSharpNodeKind.Empty => ScriptValue.Open("a list has no equal"),
        CSharpNodeKind.Name => State.KeyOf(node.Text) is { } local ? State.Locals[local]
            : throw new ScriptRefusedException($"it uses '{node.Text}', which its method does not declare", node.Line),
        CSharpNodeKind.Member => Member(node),
        CSharpNodeKind.Index => Index(node),
        CSharpNodeKind.Call => new ScriptCalls(this).Of(node),
        CSharpNodeKind.Binary when node.Text is "&&" or "||" =>
            ScriptOperators.Binary(node.Text, Of(node.Parts[0]), Maybe(node.Parts[1])),
        CSharpNodeKind.Binary => ScriptOperators.Binary(node.Text, Of(node.Parts[0]), Of(node.Parts[1])),
        CSharpNodeKind.Unary => ScriptOperators.Unary(node.Text, Of(node.Parts[0])),
        CSharpNodeKind.Choice =>
            ScriptState.Either(Of(node.Parts[0]), Maybe(node.Parts[1]), Maybe(node.Parts[2])),
        CSharpNodeKind.Cast => Cast(node, Of(node.Parts[0])),
        CSharpNodeKind.Become or CSharpNodeKind.As => Of(node.Parts[0]) is var given
            && node.Parts[0].Kind == CSharpNodeKind.Null ? given : ScriptOperators.Cast(node.Text, given),
        CSharpNodeKind.Joined => node.Parts.Aggregate(ScriptTexts.Literal(""),
            (made, part) => ScriptTexts.Join(made, part.Kind == CSharpNodeKind.Hole
                ? ScriptTexts.Formatted(Of(part.Parts[0]), part.Text) : Of(part))),
        CSharpNodeKind.Reference => Reference(node),
        _ => throw new ScriptRefusedException("it holds something that is not read", node.Line),
    };

    /// <summary>All of what a call is given.</summary>
    public ScriptValue[] Arguments(CSharpNode call) => [.. call.Parts.Skip(1).Select(Of)];

    private static ScriptType TypeOf(SsisValueType type) => type switch
    {
        SsisValueType.String => ScriptType.Text,
        SsisValueType.Int32 => ScriptType.Whole,
        SsisValueType.Int64 => ScriptType.Long,
        SsisValueType.Boolean => ScriptType.Flag,
        SsisValueType.DateTime => ScriptType.Moment,
        _ => ScriptType.Unknown,
    };

    private static ScriptValue Number(string written)
    {
        var isLong = written.EndsWith('L');
        return !long.TryParse(isLong ? written[..^1] : written, NumberStyles.None, CultureInfo.InvariantCulture,
                out var number) || (!isLong && number > int.MaxValue)
            ? ScriptValue.Open($"the number {written} has no equal")
            : ScriptValue.Atom(isLong ? ScriptType.Long : ScriptType.Whole,
                ScriptTexts.Number(number) + (isLong ? "L" : "")) with
            {
                Literal = ScriptTexts.Number(number),
                IsNatural = true,
            };
    }

    private ScriptValue Member(CSharpNode node)
    {
        if (ScriptNames.Variable(node, Locked) is { } variable)
        {
            return Read(variable);
        }

        if (ScriptNames.Static(node, State) is { } known)
        {
            return known switch
            {
                "string.Empty" => ScriptTexts.Literal(""),
                "Environment.NewLine" => ScriptTexts.Literal("\r\n"),
                "DateTime.Now" => ScriptMoments.Now,
                "DateTime.Today" => ScriptMoments.Today,
                _ => ScriptValue.Open($"{known} has no equal"),
            };
        }

        var of = Inner(node.Parts[0]);
        return of switch
        {
            { Text: not null, Type: ScriptType.Moment, IsObject: false } when
                ScriptMoments.Member(of, node.Text) is { } part => part,
            { Text: not null, Type: ScriptType.Text, IsObject: false } when node.Text == "Length" =>
                ScriptValue.Atom(ScriptType.Whole, $"LEN({of.Text})") with { IsNatural = true },
            _ => ScriptValue.Open(of.Why.Length > 0 ? of.Why : $"the member {node.Text} has no equal"),
        };
    }

    // A place in what the task itself gives, or in something of its own.
    private ScriptValue Index(CSharpNode node)
    {
        var of = Inner(node.Parts[0]);
        _ = Arguments(node);
        return ScriptValue.Open(of.Why.Length > 0 ? of.Why : "a place in something has no equal");
    }

    // Asking the task for its parts touches nothing.
    private ScriptValue Inner(CSharpNode node) =>
        node.Path is { } path && (path == "Dts" || path.StartsWith("Dts.", StringComparison.Ordinal))
            && !State.Locals.ContainsKey("Dts") ? ScriptValue.Open($"{path} has no equal") : Of(node);

    // What is not always asked must not set anything.
    private ScriptValue Maybe(CSharpNode node)
    {
        var (before, works) = (State.Copy(), Files.Count);
        var value = Of(node);
        return State.KeepsAs(before) && Files.Count == works ? value
            : throw new ScriptRefusedException("it sets something within a condition", node.Line);
    }

    private ScriptValue Reference(CSharpNode node)
    {
        var of = node.Parts[0];
        var value = Of(of);
        if (of.Kind == CSharpNodeKind.Name && State.KeyOf(of.Text) is { } key)
        {
            State.Locals[key] = ScriptValue.Open($"a call sets '{of.Text}'", value.Type);
        }

        return ScriptValue.Open("something that a call sets has no equal");
    }
}
