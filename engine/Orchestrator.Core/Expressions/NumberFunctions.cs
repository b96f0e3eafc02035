using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>What is made of exact numbers, and what turns a value of one kind into one of another.</summary>
internal static class NumberFunctions
{
    private const int PlacesMax = 8;
    private const double FloatMax = 1e20;

    public static IEnumerable<ExpressionFunction> All { get; } =
    [
        Change("abs", Math.Abs),
        Change("floor", decimal.Floor),
        Change("ceiling", decimal.Ceiling),
        Change("round", number => decimal.Round(number, 0, MidpointRounding.AwayFromZero)),
        new("round", [ExpressionKind.Number, ExpressionKind.Number], ExpressionKind.Number,
            of => Round((decimal)of[0], (decimal)of[1])),
        new("number", [ExpressionKind.Text], ExpressionKind.Number, of => Number((string)of[0])),
        new("number", [ExpressionKind.Float], ExpressionKind.Number, of => Number((double)of[0])),
        new("number", [ExpressionKind.Flag], ExpressionKind.Number, of => (bool)of[0] ? 1m : 0m),
        new("date", [ExpressionKind.Text], ExpressionKind.Date, of => Date((string)of[0])),
        .. Enum.GetValues<ExpressionKind>().Select(kind => new ExpressionFunction(
            "text", [kind], ExpressionKind.Text, of => PlainTexts.Of(kind, of[0]))),
    ];

    private static ExpressionFunction Change(string name, Func<decimal, decimal> change) =>
        new(name, [ExpressionKind.Number], ExpressionKind.Number, of => change((decimal)of[0]));

    private static object Round(decimal number, decimal places) =>
        places is >= 0 and <= PlacesMax && places == decimal.Truncate(places)
            ? decimal.Round(number, (int)places, MidpointRounding.AwayFromZero)
            : ExpressionFunction.Fault($"it rounds to 0 to {PlacesMax} digits behind the point");

    private static object Number(string text) =>
        TypedNumbers.TryRead(text, out var number)
            ? number
            : ExpressionFunction.Fault($"its text is no number of at most {TypedNumbers.DigitsMax} digits");

    private static object Number(double number) =>
        Math.Abs(number) < FloatMax && ExactNumbers.Sum((decimal)number, 0) is { } exact
            ? exact : ExpressionFunction.Fault(ExactNumbers.Beyond);

    private static object Date(string text) =>
        TypedValue.TryParse(ExpressionKinds.OfQuoted(ExpressionKind.Date)!.Value, text, out var value, out var problem)
            ? value!.Plain : ExpressionFunction.Fault($"of its text: {problem}");
}
