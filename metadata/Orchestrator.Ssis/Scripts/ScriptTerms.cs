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

    /// <summary>What of it may fail.</summary>
    public ScriptDoubts Doubts { get; } = new();

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
                : Become(field.Type, Of(field.Value));
        }
    }

    /// <summary>What a variable of the package has where a script asks for it; one that is not there fails.</summary>
    public ScriptValue Read(string name, CSharpNode at)
    {
        var found = find(name);
        var isSystem = name.StartsWith("System::", StringComparison.Ordinal);
        if (found is null && !isSystem)
        {
            Doubts.Add($"asks for a variable '{name}', which is not known", at, null);
        }

        var value = Read(name);
        return value.Text is not null || (found is null ? !isSystem : found.Type == SsisValueType.Object) ? value
            : value with { IsThere = true };
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
            ScriptOperators.Binary(node.Text, Condition(node.Parts[0]), Maybe(node.Parts[1])),
        CSharpNodeKind.Binary => Binary(node, Of(node.Parts[0]), Of(node.Parts[1])),
        CSharpNodeKind.Unary => ScriptOperators.Unary(node.Text, Of(node.Parts[0])),
        CSharpNodeKind.Choice =>
            ScriptState.Either(Condition(node.Parts[0]), Maybe(node.Parts[1]), Maybe(node.Parts[2])),
        CSharpNodeKind.Cast => Cast(node, Of(node.Parts[0])),
        CSharpNodeKind.Become => Become(node.Text, Of(node.Parts[0])),
        CSharpNodeKind.As => As(node, Of(node.Parts[0])),
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
            ? ScriptValue.Open($"the number {written} has no equal") with { IsThere = true }
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
            return Read(variable, node);
        }

        if (ScriptNames.Static(node, State) is { } known)
        {
            return known switch
            {
                "string.Empty" => ScriptTexts.Literal(""),
                "Environment.NewLine" => ScriptTexts.Literal("\r\n"),
                "DateTime.Now" => ScriptMoments.Now,
                "DateTime.Today" => ScriptMoments.Today,
                _ => ScriptValue.Open($"{known} has no equal") with { IsThere = true },
            };
        }

        var of = Inner(node.Parts[0]);
        return of switch
        {
            { Text: not null, Type: ScriptType.Moment, IsObject: false } when
                ScriptMoments.Member(of, node.Text) is { } part => part,
            { Text: not null, Type: ScriptType.Text, IsObject: false } when node.Text == "Length" =>
                ScriptValue.Atom(ScriptType.Whole, $"LEN({of.Text})") with { IsNatural = true },
            _ => Opened(node, of),
        };
    }

    // What nobody knows may be nothing, and then it has no members.
    private ScriptValue Opened(CSharpNode node, ScriptValue of)
    {
        if (of is { Type: ScriptType.Unknown, IsThere: false })
        {
            Doubts.Add($"asks for {node.Text}", node, null);
        }

        return ScriptValue.Open(of.Why.Length > 0 ? of.Why : $"the member {node.Text} has no equal") with
        {
            IsThere = of.IsWhole,
            IsWhole = of.IsWhole,
        };
    }

    /// <summary>A condition.</summary>
    public ScriptValue Condition(CSharpNode node)
    {
        var condition = Of(node);
        Doubts.Condition(condition, node);
        return condition;
    }

    // An object is compared and reckoned with as whatever is in it, if that can be.
    private ScriptValue Binary(CSharpNode node, ScriptValue left, ScriptValue right)
    {
        var made = ScriptOperators.Binary(node.Text, left, right);
        if (node.Text is "/" or "%")
        {
            Doubts.Divisor(node, right, made);
        }
        else if (made.Text is null && (left.IsObject || right.IsObject || node.Text == "&+")
            && node.Text is not ("+" or "&") && node.Parts[1].Kind != CSharpNodeKind.Null)
        {
            Doubts.Add("joins or compares values of several types", node, null);
        }

        return There(made, true);
    }

    private ScriptValue Cast(CSharpNode node, ScriptValue of)
    {
        var made = ScriptOperators.Cast(node.Text, of);
        var isSame = node.Text is "object" or "Object"
            || (made.Type == of.Type && (made.Type != ScriptType.Unknown || !of.IsObject));
        if (made.Text is null && !isSame && (of.IsObject || of.Type is ScriptType.Unknown or ScriptType.Text))
        {
            Doubts.Add($"makes {node.Text} of something", node, null);
        }

        return There(made, of.IsThere || of.Type != ScriptType.Unknown);
    }

    /// <summary>What a variable of a type has that is given a value; what may be nothing stays that.</summary>
    public static ScriptValue Become(string type, ScriptValue of) =>
        of is { Type: ScriptType.Unknown, IsThere: false } ? of : There(ScriptOperators.Cast(type, of), true);

    // Where it is of another type, it comes to nothing.
    private static ScriptValue As(CSharpNode node, ScriptValue of) =>
        ScriptOperators.Cast(node.Text, of) is { Text: not null } made ? made
            : ScriptValue.Open(of.Why.Length > 0 ? of.Why : $"a cast to {node.Text} has no equal there");

    private static ScriptValue There(ScriptValue value, bool isThere) =>
        value.Text is null ? value with { IsThere = isThere } : value;

    /// <summary>Locks the variables of the package that a call names, and keeps what the script calls them.</summary>
    public void Lock(CSharpNode call)
    {
        _ = Arguments(call);
        foreach (var each in call.Parts.Skip(1).Where(each => each.Kind == CSharpNodeKind.Text))
        {
            _ = Read(each.Text, each);
        }

        Locked.UnionWith(call.Parts.Where(each => each.Kind == CSharpNodeKind.Reference)
            .Select(each => each.Parts[0].Text));
    }

    // A place in what the task itself gives, or in something of its own.
    private ScriptValue Index(CSharpNode node)
    {
        var of = Inner(node.Parts[0]);
        _ = Arguments(node);

        // The first of those that it has locked is there.
        var isFirst = node.Parts is [{ Kind: CSharpNodeKind.Name } locked, { Kind: CSharpNodeKind.Number, Text: "0" }]
            && Locked.Contains(locked.Text);
        if (!isFirst)
        {
            Doubts.Add("asks for a place in something", node, null);
        }

        return ScriptValue.Open(of.Why.Length > 0 ? of.Why : "a place in something has no equal") with
        {
            IsThere = isFirst,
            IsWhole = isFirst,
        };
    }

    // Asking the task for its parts touches nothing.
    private ScriptValue Inner(CSharpNode node) =>
        node.Path is { } path && (path == "Dts" || path.StartsWith("Dts.", StringComparison.Ordinal))
            && !State.Locals.ContainsKey("Dts")
            ? ScriptValue.Open($"{path} has no equal") with { IsThere = true } : Of(node);

    // What is not always asked must not set anything.
    private ScriptValue Maybe(CSharpNode node)
    {
        var (before, works) = (State.Copy(), Files.Count);
        Doubts.Choices++;
        var value = Of(node);
        Doubts.Choices--;
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
