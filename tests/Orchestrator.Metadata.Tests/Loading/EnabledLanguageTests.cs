using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>What `enabled` compares and joins: values of their types, and what is not known yet is as good as either.
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
    public void Values_are_compared_as_those_of_their_type_and_what_fits_no_type_is_refused()
    {
        var taken = 0;
        foreach (var (type, texts) in Written)
        {
            foreach (var (value, sign, text) in texts.Append<string?>(null).SelectMany(value => Signs.SelectMany(sign =>
                texts.Select(text => (value, sign, text)))))
            {
                var variables = Variables([("V", type, value)]);
                var expression = $"${{var:V}} {sign} {text}";
                var expected = Compared(variables["V"], sign, text, expression.Length - text.Length);

                Assert.That(Read(expression, variables), Is.EqualTo(expected), $"{type} {value}: {expression}");
                taken += expected.Wrong.Length == 0 ? 1 : 0;
            }
        }

        Assert.That(taken, Is.GreaterThan(1_000));
    }

    [Test]
    public void Whatever_is_joined_holds_where_its_parts_say_so()
    {
        for (var seed = 1; seed <= 5_000; seed++)
        {
            var random = new Random(seed);
            var variables = Variables([
                ("A", "varchar(3)", random.Next(3) == 0 ? null : "'A'"),
                ("N", "int", random.Next(3) == 0 ? null : "7"),
                ("Full", "bit", random.Next(3) == 0 ? null : $"{random.Next(2)}"),
            ]);
            var joined = Joined(random, variables, 4);

            Assert.That(Read(joined.Text, variables), Is.EqualTo((joined.Holds, "")), joined.Text);
        }
    }

    [TestCase("${var:None} = 1", "0: no variable is called 'None'")]
    [TestCase("${var:A}", "8: expected one of = <> < <= > >=, got nothing more")]
    [TestCase("${var:A} ${var:Full}", "9: expected one of = <> < <= > >=, got: '${var:Full}'")]
    [TestCase("not ${var:N}", "12: expected one of = <> < <= > >=, got nothing more")]
    [TestCase("${var:Full} and ${var:N}", "24: expected one of = <> < <= > >=, got nothing more")]
    [TestCase("${var:N} = 7)", "12: expected and, or, or the end, got: ')'")]
    [TestCase("${var:N} = 7 7", "13: expected and, or, or the end, got: '7'")]
    [TestCase("(${var:N} = 7", "13: expected ')', got nothing more")]
    [TestCase("${var:N} = ", "11: expected a value, got nothing more")]
    [TestCase("${var:N} = 7 = 7", "13: expected and, or, or the end, got: '='")]
    [TestCase("${var:N} AND ${var:Full}", "9: expected one of = <> < <= > >=, got: 'AND'")]
    [TestCase("${var:A} = B and ${var:Full}", "11: expected a value in quotes, 'A', got: 'B'")]
    public void What_is_no_expression_is_refused_with_its_place(string expression, string wrong)
    {
        var variables = Variables([("A", "varchar(3)", "'A'"), ("N", "int", "7"), ("Full", "bit", "1")]);

        Assert.That(Read(expression, variables), Is.EqualTo(((bool?)null, wrong)));
    }

    [TestCase("${var:A} = A", true)]
    [TestCase("N + 1 = 8 and A = 'A'", true)]
    [TestCase("A <> A or N > 7", false)]
    public void A_word_alone_is_a_variable(string expression, bool holds)
    {
        var variables = Variables([("A", "varchar(3)", "'A'"), ("N", "int", "7")]);

        Assert.That(Read(expression, variables), Is.EqualTo(((bool?)holds, "")));
    }

    /// <summary>A text with what it comes to, and how tightly it is joined: by or, by and, or not at all.</summary>
    private static (string Text, bool? Holds, int Tightness) Joined(
        Random random, Dictionary<string, Variable> variables, int depth)
    {
        if (depth == 0 || random.Next(4) == 0)
        {
            var sign = Signs[random.Next(Signs.Length)];
            var (name, text) = random.Next(3) switch
            {
                0 => ("Full", "1"),
                1 => ("N", $"{random.Next(6, 9)}"),
                _ => ("A", $"'{"AB"[random.Next(2)]}'"),
            };
            return name == "Full" ? ("${var:Full}", Compared(variables[name], "=", text, 0).Holds, 2)
                : ($"${{var:{name}}} {sign} {text}", Compared(variables[name], sign, text, 0).Holds, 2);
        }

        var left = Joined(random, variables, depth - 1);
        var right = Joined(random, variables, depth - 1);
        return random.Next(4) switch
        {
            0 => ($"not {Within(left, 2)}", !left.Holds, 2),
            1 => ($"({left.Text})", left.Holds, 2),
            2 => ($"{Within(left, 1)} and {Within(right, 1)}", left.Holds & right.Holds, 1),
            _ => ($"{left.Text} or {right.Text}", left.Holds | right.Holds, 0),
        };
    }

    private static string Within((string Text, bool? Holds, int Tightness) part, int tightness) =>
        part.Tightness < tightness ? $"({part.Text})" : part.Text;

    private static (bool? Holds, string Wrong) Compared(Variable variable, string sign, string text, int place)
    {
        var isQuoted = text[0] == '\'';
        if (variable.Type.IsNumber == isQuoted)
        {
            var expected = isQuoted ? "a number, true or false" : "a value in quotes, 'A'";
            return (null, $"{place}: expected {expected}, got: '{text}'");
        }

        if (!TypedValue.TryParse(variable.Type, Plain(text), out var with, out var problem))
        {
            return (null, $"{place}: '{variable.Name}' is {variable.Type}, which {text} cannot be: {problem}");
        }

        var order = variable.Value?.CompareTo(with!);
        bool? holds = order is null ? null : sign switch
        {
            "=" => order == 0,
            "<>" => order != 0,
            "<" => order < 0,
            "<=" => order <= 0,
            ">" => order > 0,
            _ => order >= 0,
        };
        return (holds, "");
    }

    private static (bool? Holds, string Wrong) Read(string text, Dictionary<string, Variable> variables)
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

    private static string Plain(string written) =>
        written.Trim('\'').Replace("''", "'", StringComparison.Ordinal);

    /// <summary>Variables with values as `enabled` writes them; one that the type does not take is none.</summary>
    private static Dictionary<string, Variable> Variables(
        IReadOnlyList<(string Name, string Type, string? Value)> written)
    {
        var variables = new Dictionary<string, Variable>(StringComparer.Ordinal);
        foreach (var (name, text, given) in written)
        {
            Assert.That(SqlType.TryParse(text, out var type, out var problem), Is.True, problem);
            var value = given is not null && TypedValue.TryParse(type, Plain(given), out var known, out _)
                ? known : null;
            variables.Add(name, new Variable(name, type, value, "", default));
        }

        return variables;
    }
}
