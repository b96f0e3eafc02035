namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>The functions by their names, and how many arguments each takes.</summary>
internal static class SsisFunctions
{
    private static readonly Dictionary<string, SsisFunction> Names = Enum.GetValues<SsisFunction>()
        .ToDictionary(function => NameOf(function), function => function, StringComparer.OrdinalIgnoreCase);

    public static SsisFunction? Find(string name) => Names.TryGetValue(name, out var function) ? function : null;

    public static string NameOf(SsisFunction function) => function.ToString().ToUpperInvariant();

    /// <summary>With the date part, where there is one.</summary>
    public static int ArgumentsOf(SsisFunction function) => function switch
    {
        SsisFunction.GetDate or SsisFunction.GetUtcDate => 0,
        SsisFunction.DatePart or SsisFunction.Left or SsisFunction.Power or SsisFunction.ReplaceNull
            or SsisFunction.Replicate or SsisFunction.Right or SsisFunction.Round or SsisFunction.TokenCount => 2,
        SsisFunction.DateAdd or SsisFunction.DateDiff or SsisFunction.FindString or SsisFunction.Replace
            or SsisFunction.Substring or SsisFunction.Token => 3,
        _ => 1,
    };

    public static bool HasDatePart(SsisFunction function) =>
        function is SsisFunction.DateAdd or SsisFunction.DateDiff or SsisFunction.DatePart;
}
