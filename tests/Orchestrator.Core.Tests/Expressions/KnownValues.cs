using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Expressions;

/// <summary>The values that an expression of a test reads, by their names.</summary>
internal sealed class KnownValues
{
    private readonly Dictionary<string, (SqlType Type, TypedValue? Value)> _all = new(StringComparer.Ordinal);

    public int Count => _all.Count;

    /// <summary>Adds a value of a type; null is NULL.</summary>
    public KnownValues With(string name, string type, string? text)
    {
        var problem = SqlType.TryParse(type, out var known, out var wrong) ? "" : wrong;
        TypedValue? value = null;
        if (text is not null)
        {
            Assert.That(TypedValue.TryParse(known, text, out value, out problem), Is.True, $"{name}: {problem}");
        }

        Assert.That(problem, Is.Empty);
        _all.Add(name, (known, value));
        return this;
    }

    public Expression Read(string text) => Expression.Read(text, TypeOf);

    public Expression ReadCondition(string text) => Expression.ReadCondition(text, TypeOf);

    public ExpressionResult Evaluate(Expression expression) =>
        expression.Evaluate(reference => _all[reference.Name].Value);

    private SqlType? TypeOf(string word, string name) =>
        word == "var" && _all.TryGetValue(name, out var found) ? found.Type : null;
}
