namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>The codes of what is wrong with an expression of Integration Services.</summary>
public static class SsisCodes
{
    public const string Syntax = "ORC6000";
    public const string TooLarge = "ORC6001";
    public const string UnknownName = "ORC6002";
    public const string Function = "ORC6003";
    public const string Types = "ORC6004";
    public const string Value = "ORC6005";

    public static string Of(SsisFaultKind kind) => kind switch
    {
        SsisFaultKind.Syntax => Syntax,
        SsisFaultKind.TooLarge => TooLarge,
        SsisFaultKind.UnknownName => UnknownName,
        SsisFaultKind.Function => Function,
        SsisFaultKind.Types => Types,
        _ => Value,
    };
}
