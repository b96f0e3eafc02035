using System.Text.RegularExpressions;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>What is wrong with a condition, and where in its text.</summary>
internal sealed class ConditionException(string message, int place) : Exception(message)
{
    public int Place { get; } = place;
}

/// <summary>
/// Reads a condition: comparisons of `${var:NAME}` with 'text', numbers, true and false, joined by and, or, not and
/// parentheses. It can do nothing but compare, so that reading metadata from anywhere is safe.
/// </summary>
internal sealed partial class ConditionParser(string text, IReadOnlyDictionary<string, Variable> variables)
{
    private const int DepthMax = 32;

    private readonly List<Match> _tokens = [.. Token().Matches(text).OfType<Match>()];
    private int _next;
    private int _depth;

    public Condition Parse()
    {
        var condition = Either();
        return _next == _tokens.Count ? condition : throw Unexpected("and, or, or the end");
    }

    private Condition Either()
    {
        var left = Both();
        while (Take("or"))
        {
            left = new Condition.Either(left, Both());
        }

        return left;
    }

    private Condition Both()
    {
        var left = One();
        while (Take("and"))
        {
            left = new Condition.Both(left, One());
        }

        return left;
    }

    private Condition One()
    {
        if (++_depth > DepthMax)
        {
            throw Unexpected("an end: it is nested too deeply");
        }

        try
        {
            if (Take("not"))
            {
                return new Condition.Not(One());
            }

            if (!Take("("))
            {
                return Comparison();
            }

            var inner = Either();
            return Take(")") ? inner : throw Unexpected("')'");
        }
        finally
        {
            _depth--;
        }
    }

    private Condition.Compared Comparison()
    {
        var token = _next < _tokens.Count ? _tokens[_next] : null;
        if (token is null || !token.Groups["name"].Success)
        {
            throw Unexpected("${var:NAME}, not or '('");
        }

        _next++;
        var name = token.Groups["name"].Value;
        if (!variables.TryGetValue(name, out var variable))
        {
            throw new ConditionException($"no variable is called '{name}'", token.Index);
        }

        if (_next < _tokens.Count && _tokens[_next].Groups["op"].Success)
        {
            return new Condition.Compared(name, _tokens[_next++].Value, Literal(variable));
        }

        return variable.Type.Kind == SqlTypeKind.Bit && TypedValue.TryParse(variable.Type, "1", out var yes, out _)
            ? new Condition.Compared(name, "=", yes!)
            : throw Unexpected("one of = <> < <= > >=");
    }

    private TypedValue Literal(Variable variable)
    {
        var token = _next < _tokens.Count ? _tokens[_next] : throw Unexpected("a value");
        var text = token.Groups["quoted"].Success
            ? token.Groups["quoted"].Value.Replace("''", "'", StringComparison.Ordinal)
            : token.Groups["bare"].Success ? token.Value : throw Unexpected("a value");
        var takesBare = variable.Type.IsNumber;
        if (takesBare == token.Groups["quoted"].Success)
        {
            throw Unexpected(takesBare ? "a number, true or false" : "a value in quotes, 'A'");
        }

        _next++;
        return TypedValue.TryParse(variable.Type, text, out var value, out var problem)
            ? value!
            : throw new ConditionException(
                $"'{variable.Name}' is {variable.Type}, which {token.Value} cannot be: {problem}", token.Index);
    }

    private bool Take(string word)
    {
        var isThere = _next < _tokens.Count && _tokens[_next].Value == word;
        _next += isThere ? 1 : 0;
        return isThere;
    }

    private ConditionException Unexpected(string expected) => _next < _tokens.Count
        ? new($"expected {expected}, got: '{_tokens[_next].Value}'", _tokens[_next].Index)
        : new($"expected {expected}, got nothing more", text.Length);

    [GeneratedRegex(@"\$\{var:(?<name>[^}]*)\}|'(?<quoted>([^']|'')*)'|(?<op><>|<=|>=|=|<|>)|[()]"
        + @"|(?<bare>[\w.+-]+)|[^\s]", RegexOptions.ExplicitCapture)]
    private static partial Regex Token();
}
