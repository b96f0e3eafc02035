using System.Collections.ObjectModel;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>
/// An expression over values whose types are known, as conditions say it: comparisons, and, or, not, null tests,
/// arithmetic, parts of dates, functions of texts. It reads nothing but what it names, and does nothing.
/// </summary>
/// <remarks>
/// It always comes to a value, NULL or a fault, in a time that its own length and that of the values bound. NULL is
/// SQL's: unknown in `and`, `or` and `not`, and what is made of it is NULL. A fault goes on as NULL does, and before
/// it; but what decides `and` and `or` alone outweighs both.
/// </remarks>
public sealed class Expression
{
    /// <summary>The longest text of an expression, in characters.</summary>
    public const int LengthMax = 4_000;

    private readonly ExpressionNode _root;
    private readonly IReadOnlyDictionary<ExpressionReference, TypedValue> _given;
    private readonly IReadOnlyList<ExpressionReference> _all;

    private Expression(string text, ExpressionNode root, IReadOnlyList<ExpressionReference> references,
        IReadOnlyList<ComparedText> compared, IReadOnlyDictionary<ExpressionReference, TypedValue> given)
    {
        (Text, _root, _all, Compared, _given) = (text, root, references, compared, given);
        References = [.. references.Where(reference => !given.ContainsKey(reference))];
    }

    /// <summary>The functions that there are.</summary>
    public static IReadOnlyList<string> Functions => ExpressionFunctions.Names;

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <summary>Where it is written, file, line and column, as messages tell it; empty = nowhere.</summary>
    public string WrittenAt { get; private init; } = "";

    /// <summary>What it comes to.</summary>
    public ExpressionKind Kind => _root.Kind;

    /// <summary>The same in words: a number, text.</summary>
    public string KindText => ExpressionKinds.Word(Kind);

    /// <summary>What it reads, each once; what is given for good is not among them.</summary>
    public IReadOnlyList<ExpressionReference> References { get; }

    /// <summary>What it compares with a text that is written in it, in the order in which it stands there.</summary>
    public IReadOnlyList<ComparedText> Compared { get; }

    /// <summary>Reads an expression.</summary>
    /// <param name="typeOf">The type of `${WORD:NAME}`, asked with word and name; null where there is no such thing.
    /// </param>
    /// <exception cref="ExpressionException">It is none.</exception>
    public static Expression Read(string text, Func<string, string, SqlType?> typeOf) => Made(text, typeOf, false);

    /// <summary>Reads an expression that is true or false.</summary>
    /// <param name="typeOf">As of <see cref="Read"/>.</param>
    /// <exception cref="ExpressionException">It is none, or it is something else.</exception>
    public static Expression ReadCondition(string text, Func<string, string, SqlType?> typeOf) =>
        Made(text, typeOf, true);

    /// <summary>What it comes to with these values; one that is null is NULL.</summary>
    /// <exception cref="InvalidOperationException">A value is of another kind than its reference: a bug.</exception>
    public ExpressionResult Evaluate(Func<ExpressionReference, TypedValue?> valueOf) =>
        new(Kind, _root.Of(reference => _given.TryGetValue(reference, out var given) ? given : valueOf(reference)));

    /// <summary>The same where some of what it reads has one value for good; null leaves it to be read.</summary>
    public Expression With(Func<ExpressionReference, TypedValue?> given)
    {
        var all = new Dictionary<ExpressionReference, TypedValue>(_given);
        foreach (var reference in References)
        {
            if (given(reference) is { } value)
            {
                all.Add(reference, value);
            }
        }

        return new Expression(Text, _root, _all, Compared, all) { WrittenAt = WrittenAt };
    }

    /// <summary>The same with the place where it is written.</summary>
    public Expression At(string place) =>
        new(Text, _root, _all, Compared, _given) { WrittenAt = place };

    /// <summary>The same where what it reads is called otherwise.</summary>
    /// <param name="nameOf">The name of what stands there as `${WORD:NAME}`; null leaves it as it is.</param>
    /// <exception cref="ExpressionException">It gets too long.</exception>
    public Expression Renamed(Func<ExpressionReference, string?> nameOf)
    {
        var (text, names) = (Text, new Dictionary<(string, string), ExpressionReference>());
        foreach (var reference in _all)
        {
            var name = nameOf(reference) ?? reference.Name;
            names[(reference.Word, name)] = reference with { Name = name };
            text = name == reference.Name ? text : text.Replace(
                reference.ToString(), $"${{{reference.Word}:{name}}}", StringComparison.Ordinal);
        }

        if (text == Text)
        {
            return this;
        }

        var given = _given;
        return Made(text, (word, name) => names.GetValueOrDefault((word, name))?.Type, false)
            .With(reference => given.GetValueOrDefault(reference)).At(WrittenAt);
    }

    public override string ToString() => Text;

    private static Expression Made(string text, Func<string, string, SqlType?> typeOf, bool isCondition)
    {
        if (text.Length > LengthMax)
        {
            throw new ExpressionException($"it has {text.Length} characters, {LengthMax} are taken", LengthMax);
        }

        var parser = new ExpressionParser(text, typeOf);
        var root = parser.Parse(isCondition);
        return new Expression(text, root, parser.References, parser.Compared,
            ReadOnlyDictionary<ExpressionReference, TypedValue>.Empty);
    }
}
