namespace Orchestrator.Core.Expressions;

/// <summary>The functions, and calls of them whose arguments fit.</summary>
internal static class ExpressionFunctions
{
    private const string Choice = "if";
    private const string FirstKnown = "coalesce";

    private static readonly ILookup<string, ExpressionFunction> Known =
        DateFunctions.All.Concat(TextFunctions.All).Concat(NumberFunctions.All)
            .ToLookup(function => function.Name, StringComparer.Ordinal);

    /// <summary>All names, in order.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. Known.Select(function => function.Key).Append(Choice).Append(FirstKnown).Order(StringComparer.Ordinal)];

    /// <exception cref="ExpressionException">There is no such function, or it takes other kinds.</exception>
    public static ExpressionNode Call(string name, IReadOnlyList<ExpressionNode> arguments, int place) => name switch
    {
        Choice when arguments is [{ Kind: ExpressionKind.Flag }, _, _] => Chosen(arguments, place),
        Choice => throw Misfit(name, "(true or false, a value, another value of its kind)", arguments, place),
        FirstKnown when arguments.Count > 1 => First(arguments, place),
        FirstKnown => throw Misfit(name, "(two values or more, of one kind)", arguments, place),
        _ => Found(name, arguments, place),
    };

    private static ChoiceNode Chosen(IReadOnlyList<ExpressionNode> arguments, int place)
    {
        var (chosen, otherwise) = Operands.OfOneKind(arguments[1], arguments[2], place);
        return new ChoiceNode(arguments[0], chosen, otherwise, place);
    }

    private static FirstKnownNode First(IReadOnlyList<ExpressionNode> arguments, int place)
    {
        var parts = arguments.ToArray();
        for (var last = 1; last < parts.Length; last++)
        {
            // A float among them makes floats of all that stand before it, too.
            for (var part = 0; part < last; part++)
            {
                (parts[part], parts[last]) = Operands.OfOneKind(parts[part], parts[last], place);
            }
        }

        return new FirstKnownNode(parts, place);
    }

    private static CallNode Found(string name, IReadOnlyList<ExpressionNode> arguments, int place)
    {
        if (!Known.Contains(name))
        {
            throw new ExpressionException($"no function is called '{name}'", place);
        }

        var function = Known[name].FirstOrDefault(one =>
            one.Takes.SequenceEqual(arguments.Select(argument => argument.Kind)));
        return function is not null ? new CallNode(function, arguments, place)
            : throw Misfit(name, string.Join(" or ", Known[name].Select(one => ExpressionKinds.Words(one.Takes))),
                arguments, place);
    }

    private static ExpressionException Misfit(
        string name, string takes, IReadOnlyList<ExpressionNode> arguments, int place) => new(
        $"{name} takes {takes}, got: {ExpressionKinds.Words(arguments.Select(argument => argument.Kind))}", place);
}
