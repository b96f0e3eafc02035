using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Building;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>What `enabled` takes means the same in the language of expressions, and what fits no type fits none there.
/// </summary>
internal sealed class EnabledLanguageTests
{
    private static readonly string[] Signs = ["=", "<>", "<", "<=", ">", ">="];

    // For each type values that it takes, and some that it does not.
    private static readonly Dictionary<string, string[]> Written = new()
    {
        ["varchar(3)"] = ["'A'", "'a'", "''", "'it''s'", "'ABCD'", "7", "true"],
        ["int"] = ["7", "007", "-7", "+7", "7.0", "7.", "1.5", "1e3", "99999999999", "true", "'7'"],
        ["decimal(9,2)"] = ["7", ".5", "-0.25", "12.50", "1.234", "'7'"],
        ["float"] = ["7", "1e3", "25E-2", "-1.5e+3", "'7'", "123456789012345678901234567890"],
        ["bit"] = ["true", "False", "TRUE", "1", "0", "2", "01", "'1'"],
        ["date"] = ["'2026-09-30'", "'2026-10-01'", "'30.09.2026'", "'2026-09-30 10:00'"],
        ["datetime2(3)"] = ["'2026-09-30'", "'2026-09-30T10:00:00.123'", "'2026-09-30 10:00:00.1234'"],
        ["datetimeoffset(0)"] = ["'2026-09-30 00:00:00 +00:00'", "'2026-09-30'"],
        ["time(0)"] = ["'10:00'", "'25:00'"],
        ["uniqueidentifier"] = ["'6f9619ff-8b86-d011-b42d-00c04fc964ff'", "'6f'"],
    };

    [Test]
    public void Every_comparison_that_enabled_takes_comes_to_the_same_and_what_it_refuses_is_refused_alike()
    {
        var taken = 0;
        foreach (var (type, texts) in Written)
        {
            foreach (var (value, sign, text) in texts.Append<string?>(null).SelectMany(value => Signs.SelectMany(sign =>
                texts.Select(text => (value, sign, text)))))
            {
                var variables = Variables([("V", type, value)]);
                var expression = $"${{var:V}} {sign} {text}";
                var (before, beforeWrong) = Before(expression, variables);
                var (after, afterWrong) = After(expression, variables);

                Assert.That((after, afterWrong), Is.EqualTo((before, beforeWrong)), $"{type} {value}: {expression}");
                taken += beforeWrong.Length == 0 ? 1 : 0;
            }
        }

        Assert.That(taken, Is.GreaterThan(1_000));
    }

    [Test]
    public void Whatever_enabled_joins_comes_to_the_same()
    {
        for (var seed = 1; seed <= 5_000; seed++)
        {
            var random = new Random(seed);
            var variables = Variables([
                ("A", "varchar(3)", random.Next(3) == 0 ? null : "'A'"),
                ("N", "int", random.Next(3) == 0 ? null : "7"),
                ("Full", "bit", random.Next(3) == 0 ? null : $"{random.Next(2)}"),
            ]);
            var expression = Joined(random, 4);

            Assert.That(After(expression, variables), Is.EqualTo(Before(expression, variables)), expression);
        }
    }

    [TestCase("${var:None} = 1")]
    [TestCase("${var:A}")]
    [TestCase("${var:A} ${var:Full}")]
    [TestCase("not ${var:N}")]
    [TestCase("${var:Full} and ${var:N}")]
    [TestCase("${var:N} = 7)")]
    [TestCase("${var:N} = 7 7")]
    [TestCase("(${var:N} = 7")]
    [TestCase("${var:N} = ")]
    [TestCase("${var:N} = 7 = 7")]
    [TestCase("${var:N} AND ${var:Full}")]
    public void What_both_refuse_they_refuse_alike(string expression)
    {
        var variables = Variables([("A", "varchar(3)", "'A'"), ("N", "int", "7"), ("Full", "bit", "1")]);
        var before = Before(expression, variables);

        Assert.That(before.Wrong, Is.Not.Empty);
        Assert.That(After(expression, variables), Is.EqualTo(before));
    }

    private static string Joined(Random random, int depth)
    {
        if (depth == 0 || random.Next(4) == 0)
        {
            var sign = Signs[random.Next(Signs.Length)];
            return random.Next(3) switch
            {
                0 => "${var:Full}",
                1 => $"${{var:N}} {sign} {random.Next(6, 9)}",
                _ => $"${{var:A}}{sign}'{"AB"[random.Next(2)]}'",
            };
        }

        return random.Next(4) switch
        {
            0 => $"not {Joined(random, depth - 1)}",
            1 => $"({Joined(random, depth - 1)})",
            2 => $"{Joined(random, depth - 1)} and {Joined(random, depth - 1)}",
            _ => $"{Joined(random, depth - 1)} or {Joined(random, depth - 1)}",
        };
    }

    private static (bool? Holds, string Wrong) Before(string text, Dictionary<string, Variable> variables)
    {
        try
        {
            return (new ConditionParser(text, variables).Parse().Holds(variables), "");
        }
        catch (ConditionException wrong)
        {
            return (null, $"{wrong.Place}: {wrong.Message}");
        }
    }

    private static (bool? Holds, string Wrong) After(string text, Dictionary<string, Variable> variables)
    {
        try
        {
            var condition = Expression.ReadCondition(text, (word, name) =>
                word == "var" && variables.TryGetValue(name, out var found) ? found.Type : null);
            return (condition.Evaluate(read => variables[read.Name].Value).Holds, "");
        }
        catch (ExpressionException wrong)
        {
            return (null, $"{wrong.Place}: {wrong.Message}");
        }
    }

    /// <summary>Variables with values as `enabled` writes them; one that the type does not take is none.</summary>
    private static Dictionary<string, Variable> Variables(
        IReadOnlyList<(string Name, string Type, string? Value)> written)
    {
        var variables = new Dictionary<string, Variable>(StringComparer.Ordinal);
        foreach (var (name, text, given) in written)
        {
            Assert.That(SqlType.TryParse(text, out var type, out var problem), Is.True, problem);
            var plain = given?.Trim('\'').Replace("''", "'", StringComparison.Ordinal);
            var value = plain is not null && TypedValue.TryParse(type, plain, out var known, out _) ? known : null;
            variables.Add(name, new Variable(name, type, value, "", default));
        }

        return variables;
    }
}
