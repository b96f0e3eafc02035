using System.Globalization;
using System.Numerics;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Tests.SsisExpressions;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisGeneration;

/// <summary>A condition that is generated comes to what the evaluator gives, over values of which none is null.
/// </summary>
internal sealed class SsisConditionPropertyTests
{
    private const string Moment = "yyyy-MM-dd HH:mm:ss.fff";

    private static readonly DateTime First = new(1990, 1, 1);

    private static readonly int Seed =
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 1;

    private static readonly string[] Texts = ["", "a", "Bob ", " b,c", "12", "-7.5", "2003-07-04", "ÄÖ中", "it's"];

    [Test]
    public void Ten_thousand_random_expressions_mean_the_same()
    {
        Random random = new(Seed);
        SsisRandomExpressions expressions = new(random);
        var made = 0;

        for (var number = 0; number < 10_000; number++)
        {
            var text = expressions.Any((number % 3) + 1);
            var values = Values(random);
            var bound = SsisExpression.Parse(text).Result!.Bind(new SsisNames(values.Keys)).Result;
            var condition = bound is null
                ? null : SsisConditionText.Of(bound, new SsisConditionNames(symbol => symbol.Name)).Text;
            if (condition is not null && IsTaken(condition, values))
            {
                made++;
                AssertSame(bound!, condition, values);
            }
        }

        Assert.That(made, Is.GreaterThan(500));
    }

    // A number that its column cannot have is refused beside it: the import leaves that open, as ORC6089.
    private static bool IsTaken(string condition, Dictionary<SsisSymbol, SsisValue> values)
    {
        try
        {
            Read(condition, values);
            return true;
        }
        catch (ExpressionException refused) when (refused.Message.Contains("cannot be:", StringComparison.Ordinal))
        {
            return false;
        }
    }

    private static Expression Read(string condition, Dictionary<SsisSymbol, SsisValue> values) =>
        Expression.Read(condition, (_, name) =>
            values.Keys.FirstOrDefault(symbol => symbol.Name == name) is { } known ? TypeOf(known) : null);

    private static void AssertSame(
        SsisBoundExpression bound, string condition, Dictionary<SsisSymbol, SsisValue> values)
    {
        SsisScope scope = new(symbol => values.GetValueOrDefault(symbol), () => default);
        var expected = bound.Evaluate(scope).Result;
        var read = Read(condition, values);
        var got = read.Evaluate(reference => Typed(values.First(value => value.Key.Name == reference.Name)));

        // What has no value there may have one here: whole numbers are longer, and one side of `and` may decide.
        Assert.That(
            expected is null || IsSame(expected.Content, got), Is.True,
            $"seed {Seed}\n{bound.Text}\n{condition}\nexpected: {expected?.Content}\n"
            + $"got: {got.Text ?? got.Fault?.Message}");
    }

    private static bool IsSame(object? expected, ExpressionResult got) => expected switch
    {
        null => got.IsNull,
        bool flag => got.Holds == flag,
        string text => got.Text == text,
        double number => got.Text is { } read && double.Parse(read, CultureInfo.InvariantCulture) == number,
        DateOnly day => got.Text is { } read
            && DateTime.Parse(read, CultureInfo.InvariantCulture) == day.ToDateTime(TimeOnly.MinValue),
        DateTime moment => got.Text is { } read && DateTime.Parse(read, CultureInfo.InvariantCulture) == moment,
        SsisNumeric number => got.Text is { } read && SsisNumeric.Read(read) is { } exact
            && exact.CompareTo(number) == 0,
        _ => got.Text == $"{expected}",
    };

    private static Dictionary<SsisSymbol, SsisValue> Values(Random random)
    {
        Dictionary<SsisSymbol, SsisValue> values = [];
        for (var number = 0; number < 3; number++)
        {
            Add("Text", SsisType.WStr(20), Texts[random.Next(Texts.Length)]);
            Add("Whole", number == 0 ? SsisType.I8 : SsisType.I4, (long)random.Next(-1000, 1000));
            Add("Exact", SsisType.Numeric(12, 3), new SsisNumeric(new BigInteger(random.Next(-9999999, 9999999)), 3));
            Add("Real", SsisType.R8, random.Next(-99999, 99999) / 64.0);
            Add("Flag", SsisType.Bool, random.Next(2) == 0);
            Add("Date", SsisType.DBTimestamp, First.AddMilliseconds(random.NextInt64(2_000_000_000_000)));

            void Add(string name, SsisType type, object content) =>
                values.Add(SsisSymbol.Column($"{name}{number}", type), new SsisValue(type, content));
        }

        return values;
    }

    private static SqlType? TypeOf(SsisSymbol symbol) => symbol.Type.Kind switch
    {
        SsisKind.WStr => new SqlType(SqlTypeKind.NVarChar, 20),
        SsisKind.I8 => new SqlType(SqlTypeKind.BigInt),
        SsisKind.I4 => new SqlType(SqlTypeKind.Int),
        SsisKind.Numeric => new SqlType(SqlTypeKind.Decimal, Precision: 12, Scale: 3),
        SsisKind.R8 => new SqlType(SqlTypeKind.Float),
        SsisKind.Bool => new SqlType(SqlTypeKind.Bit),
        _ => new SqlType(SqlTypeKind.DateTime2, Scale: 3),
    };

    private static TypedValue? Typed(KeyValuePair<SsisSymbol, SsisValue> value)
    {
        var text = value.Value.Content switch
        {
            bool flag => flag ? "1" : "0",
            double number => number.ToString("R", CultureInfo.InvariantCulture),
            DateTime moment => moment.ToString(Moment, CultureInfo.InvariantCulture),
            var content => $"{content}",
        };
        var isRead = TypedValue.TryParse(TypeOf(value.Key)!.Value, text, out var typed, out var problem);
        Assert.That(isRead, Is.True, problem);
        return typed;
    }
}
