using System.Globalization;
using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Calls that touch nothing, and what they come to. Any other is refused by its name.</summary>
internal sealed class ScriptCalls(ScriptTerms terms)
{
    // They touch nothing; what they come to has no equal, or depends on who runs them.
    private static readonly HashSet<string> Harmless = new(StringComparer.Ordinal)
    {
        "AddMilliseconds", "CompareTo", "EndsWith", "Equals", "GetHashCode", "GetType", "IndexOf", "LastIndexOf",
        "PadLeft", "PadRight", "Split", "StartsWith", "Subtract", "ToArray", "ToCharArray", "ToLongDateString",
        "ToLongTimeString", "ToShortDateString", "ToShortTimeString", "ToString", "ToUniversalTime", "ToLocalTime",
        "Trim", "TrimEnd", "TrimStart", "Contains", "Replace", "ToUpper", "ToLower", "ToUpperInvariant",
        "ToLowerInvariant", "AddDays", "AddMonths", "AddYears", "AddHours", "AddMinutes", "AddSeconds",
    };

    // Those of them that do not fail, of something that is there and with what they are given there.
    private static readonly HashSet<string> Sure = new(StringComparer.Ordinal)
    {
        "EndsWith", "Equals", "GetHashCode", "GetType", "IndexOf", "LastIndexOf", "Split", "StartsWith", "ToArray",
        "ToCharArray", "ToLongDateString", "ToLongTimeString", "ToShortDateString", "ToShortTimeString", "ToString",
        "ToUniversalTime", "ToLocalTime", "Trim", "TrimEnd", "TrimStart", "Contains", "ToUpper", "ToLower",
        "ToUpperInvariant", "ToLowerInvariant",
    };

    private static readonly HashSet<string> HarmlessStatics = new(StringComparer.Ordinal)
    {
        "Guid.NewGuid", "Math.Max", "Math.Min", "Math.Round", "Path.GetTempPath", "string.Compare", "string.Concat",
        "string.Equals", "string.Join",
    };

    /// <summary>What a call comes to.</summary>
    /// <exception cref="ScriptRefusedException">It may touch something, or fail.</exception>
    public ScriptValue Of(CSharpNode call)
    {
        var callee = call.Parts[0];
        if (callee.Kind != CSharpNodeKind.Member)
        {
            return callee.Kind == CSharpNodeKind.Name ? terms.Own(call) : throw Unknown(call);
        }

        var name = ScriptNames.Static(callee, terms.State);
        return name is not null ? Static(name, call)
            : callee.Path is { } path && path.StartsWith("Dts.", StringComparison.Ordinal)
                ? path == "Dts.Variables.Contains" ? Contained(call) : throw Refused(path, call)
            : ScriptNames.IsForeign(callee, terms.State) ? throw Refused(callee.Path!, call)
            : Instance(callee, call);
    }

    /// <summary>Why a call is refused that means nothing here.</summary>
    public static ScriptRefusedException Unknown(CSharpNode call) =>
        new($"it calls {call.Parts[0].Path ?? "something"}, which is not known", call.Line);

    private static ScriptRefusedException Refused(string name, CSharpNode call) =>
        new($"it calls {name}", call.Line);

    private ScriptValue Contained(CSharpNode call)
    {
        Given(call, terms.Arguments(call));
        return ScriptValue.Open("whether a variable is there has no equal", ScriptType.Flag);
    }

    private ScriptValue Static(string name, CSharpNode call)
    {
        var given = terms.Arguments(call);
        var opens = Array.Find(given, each => each.Text is null);
        return (name, given) switch
        {
            ("string.Format", [{ Literal: { } format, Type: ScriptType.Text }, ..]) =>
                Held(call, ScriptTexts.Format(format, given[1..])),
            ("string.Format", _) => Doubtful(name, call,
                ScriptValue.Open("a text with holes is known only in the run", ScriptType.Text)),
            ("string.Concat", [_, _, ..]) when given.All(each => each.Type != ScriptType.Unknown) =>
                given.Aggregate(ScriptTexts.Join),
            ("string.Equals", [var one, var other, .. var how]) when IsText(one) && IsText(other)
                && (how.Length == 0 || IsSame(call.Parts[3], one, other)) => ScriptOperators.Binary("==", one, other),
            ("string.IsNullOrEmpty", [var text]) => ScriptValue.Open(ScriptType.Flag, text)
                ?? ScriptValue.Made(ScriptType.Flag, $"{text.Operand} == \"\""),
            ("string.IsNullOrWhiteSpace", [_]) =>
                ScriptValue.Open("blanks are more signs there than here", ScriptType.Flag),
            ("Convert.ToString", [var value]) => ScriptTexts.Of(value),
            ("Convert.ToInt32" or "int.Parse", [var value]) => Whole(ScriptType.Whole, name, value, call),
            ("Convert.ToInt64" or "long.Parse", [var value]) => Whole(ScriptType.Long, name, value, call),
            ("Convert.ToBoolean", [var value]) => Same(ScriptType.Flag, name, value, call),
            ("Convert.ToDateTime", [var value]) => Same(ScriptType.Moment, name, value, call),
            ("Path.GetDirectoryName", _) => Doubtful(name, call, ScriptValue.Open($"{name} has no equal",
                ScriptType.Text)),
            ("Math.Abs", _) => Doubtful(name, call, ScriptValue.Open($"{name} has no equal")),
            ("Math.Max" or "Math.Min", [var one, var other]) when opens is null && one.IsNumber
                && one.Type == other.Type && other.IsNumber => ScriptState.Either(
                ScriptOperators.Binary(name == "Math.Max" ? ">" : "<", one, other), one, other),
            ("Path.Combine" or "Path.GetFileName" or "Path.GetExtension" or "Path.GetFileNameWithoutExtension", _) =>
                opens is null ? ScriptPaths.Of(name, given)
                    : Doubtful(name, call, ScriptValue.Open(opens.Why, ScriptType.Text)),
            _ when HarmlessStatics.Contains(name) =>
                ScriptValue.Open($"{name} has no equal", name.StartsWith("string.", StringComparison.Ordinal)
                    && name is not ("string.Compare" or "string.Equals") ? ScriptType.Text : ScriptType.Unknown) with
                { IsThere = true },
            _ => throw Refused(name, call),
        };
    }

    // What holds no known texts may be called with what it fails at.
    private ScriptValue Doubtful(string name, CSharpNode call, ScriptValue value)
    {
        terms.Doubts.Add($"calls {name}", call, value.Text);
        return value;
    }

    // A hole of nothing fails; a value in it is written in some way.
    private ScriptValue Held(CSharpNode call, ScriptValue value) =>
        value is { Text: null, Why: var why } && (why.Contains("the hole", StringComparison.Ordinal)
            || why.Contains("with holes", StringComparison.Ordinal)) ? Doubtful("string.Format", call, value) : value;

    private void Given(CSharpNode call, ScriptValue[] given)
    {
        if (!Array.TrueForAll(given, each => each.Type != ScriptType.Unknown || each.IsThere))
        {
            terms.Doubts.Add($"calls {call.Parts[0].Text} with what may be nothing", call, null);
        }
    }

    private static bool IsText(ScriptValue value) => value is { Type: ScriptType.Text, IsObject: false };

    // Letters are the same in any case, and what has none is itself alone.
    private static bool IsSame(CSharpNode comparison, ScriptValue one, ScriptValue other) => comparison.Path switch
    {
        "StringComparison.Ordinal" or "System.StringComparison.Ordinal" => true,
        "StringComparison.OrdinalIgnoreCase" or "System.StringComparison.OrdinalIgnoreCase" =>
            HasNoLetters(one) || HasNoLetters(other),
        _ => false,
    };

    private static bool HasNoLetters(ScriptValue value) =>
        value.Literal?.All(each => char.IsAscii(each) && !char.IsAsciiLetter(each)) == true;

    // Who knows the type knows that it does not fail.
    private ScriptValue Same(ScriptType type, string name, ScriptValue value, CSharpNode call) =>
        value.Text is null && value.Type != type ? Doubtful(name, call, ScriptValue.Open(value.Why, type))
        : value.Type == type ? value with { IsObject = false }
        : throw new ScriptRefusedException($"it calls {name}, which may fail", call.Line);

    private ScriptValue Whole(ScriptType type, string name, ScriptValue value, CSharpNode call) => value switch
    {
        { Number: { Type: ScriptType.Whole } number } => Whole(type, name, number, call),
        { Type: ScriptType.Whole } when type == ScriptType.Long =>
            ScriptOperators.Cast("long", value with { IsObject = false }),
        { Type: ScriptType.Flag, Text: not null } => ScriptState.Either(value with { IsObject = false },
            ScriptValue.Atom(type, "1"), ScriptValue.Atom(type, "0")),
        _ => Same(type, name, value, call),
    };

    private ScriptValue Instance(CSharpNode callee, CSharpNode call)
    {
        var (of, given, name) = (terms.Of(callee.Parts[0]), terms.Arguments(call), callee.Text);
        if (of is { Type: ScriptType.Unknown, IsThere: false })
        {
            terms.Doubts.Add($"calls {name} of what may be nothing", call, null);
        }

        if (name == "ToString")
        {
            return given switch
            {
                [] => ScriptTexts.Of(of),
                [{ Literal: { } format, Type: ScriptType.Text }] when !of.IsObject =>
                    ScriptTexts.Formatted(of, format),
                [{ Literal: { } format, Type: ScriptType.Text }, _] when !of.IsObject =>
                    ScriptTexts.Formatted(of, format, IsInvariant(call.Parts[2])),
                _ => ScriptValue.Open("what ToString is given has no equal", ScriptType.Text),
            };
        }

        var known = of.IsObject ? null
            : of.Type == ScriptType.Text ? OfText(of, name, given)
            : of.Type == ScriptType.Moment && given is [var count] ? ScriptMoments.Later(of, name, count) : null;
        if (known is null && !Harmless.Contains(name))
        {
            throw Refused(callee.Path ?? name, call);
        }

        if (name.StartsWith("Add", StringComparison.Ordinal) && name != "AddMilliseconds")
        {
            terms.Doubts.Count(call, given);
        }
        else if (known is not null)
        {
            Known(name, call, of, known);
        }
        else if (!IsSure(name, given))
        {
            terms.Doubts.Add($"calls {name}", call, null);
        }
        else
        {
            Given(call, given);
        }

        return known ?? ScriptValue.Open(of.Why.Length > 0 ? of.Why : $"{name} has no equal there", of.Type) with
        {
            IsThere = true,
        };
    }

    private static bool IsSure(string name, ScriptValue[] given) => name switch
    {
        "Replace" => given is [{ Literal.Length: > 0 }, _],
        "IndexOf" or "LastIndexOf" => given.Length == 1,
        _ => Sure.Contains(name),
    };

    // What is written there is as long as it is.
    private void Known(string name, CSharpNode call, ScriptValue of, ScriptValue known)
    {
        if (name == "Substring" && !(of.Literal is { } text && call.Parts is [_, { Kind: CSharpNodeKind.Number } from]
            && int.TryParse(from.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var at)
            && at <= text.Length))
        {
            terms.Doubts.Add("calls Substring", call, known.Text);
        }
    }

    private static bool IsInvariant(CSharpNode node) =>
        node.Path is { } path && path.EndsWith("CultureInfo.InvariantCulture", StringComparison.Ordinal);

    private static ScriptValue? OfText(ScriptValue of, string name, ScriptValue[] given)
    {
        if (ScriptValue.Open(ScriptType.Text, [of, .. given]) is not null)
        {
            return null;
        }

        return (name, given) switch
        {
            // A number has no blanks around it.
            ("Trim", []) when of.Number is not null => of,
            ("ToUpper" or "ToUpperInvariant", []) => ScriptValue.Atom(ScriptType.Text, $"UPPER({of.Text})"),
            ("ToLower" or "ToLowerInvariant", []) => ScriptValue.Atom(ScriptType.Text, $"LOWER({of.Text})"),
            ("Replace", [{ Literal: { Length: > 0 } sought }, { Type: ScriptType.Text or ScriptType.Character } by]) =>
                ScriptValue.Atom(ScriptType.Text,
                    $"REPLACE({of.Text},{ScriptTexts.Literal(sought).Text},{ScriptTexts.Of(by).Text})"),
            ("Contains", [{ Literal: { Length: > 0 } sought, Type: ScriptType.Text }]) =>
                ScriptValue.Made(ScriptType.Flag, $"FINDSTRING({of.Text},{ScriptTexts.Literal(sought).Text},1) > 0"),
            ("Equals", [{ Type: ScriptType.Text, IsObject: false } other]) =>
                ScriptOperators.Binary("==", of, other),
            ("Substring", [{ Type: ScriptType.Whole, Literal: { } from }]) =>
                ScriptValue.Made(ScriptType.Text, $"LEN({of.Text}) < {from} ? SUBSTRING({of.Text},0,1) : "
                    + $"RIGHT({of.Text},LEN({of.Text}) - {from})"),
            ("Substring", [var from, var count]) when Constant(from) is { } begin && Constant(count) is { } length =>
                Cut(of, begin, length),
            ("PadLeft", [var length, { Type: ScriptType.Character, Literal: "0" }])
                when Constant(length) is { } zeros and > 0 and < 30 => ScriptTexts.Pad(of, zeros),
            _ => null,
        };
    }

    private static int? Constant(ScriptValue value) => value is { Type: ScriptType.Whole, Literal: { } digits }
        ? int.Parse(digits, CultureInfo.InvariantCulture) : null;

    // What is too short fails there, as a place before the first sign does here.
    private static ScriptValue Cut(ScriptValue of, int from, int count) =>
        ScriptValue.Made(ScriptType.Text, $"LEN({of.Text}) < {ScriptTexts.Number((long)from + count)} ? "
            + $"SUBSTRING({of.Text},0,1) : SUBSTRING({of.Text},{ScriptTexts.Number((long)from + 1)},"
            + $"{ScriptTexts.Number(count)})");
}
