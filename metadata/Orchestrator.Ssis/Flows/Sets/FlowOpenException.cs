using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>Carries why a component is open up to where it becomes its disposition; it never leaves the translator.
/// </summary>
internal sealed class FlowOpenException(OpenReason reason) : Exception(reason.Reason)
{
    private const string Minutes = "minutes";
    private const string Hour = "an hour";
    private const string Day = "a day";

    public OpenReason Open { get; } = reason;

    public static FlowOpenException Script(string text) => new(new(FlowCodes.Script,
        "the code is not translated: write its class by the skeleton", text, Day));

    public static FlowOpenException NoEqual(string reason, string text) =>
        new(new(FlowCodes.NoEqual, reason, text, Day));

    public static FlowOpenException NoPlatform(string reason, string text) =>
        new(new(FlowCodes.NoPlatform, reason, text, Day));

    public static FlowOpenException Nowhere(string component) => new(new(FlowCodes.NowhereToCompute,
        "its rows come from and go to files, and no database is named in which they can be computed", component, Hour));

    public static FlowOpenException MadeStatement(string reason, string text) =>
        new(new(FlowCodes.MadeStatement, reason, text, Hour));

    public static FlowOpenException RowStatement(string reason, string text) =>
        new(new(FlowCodes.RowStatement, reason, text, Hour));

    public static FlowOpenException NoOption(string reason, string text) =>
        new(new(FlowCodes.NoOption, reason, text, Hour));

    public static FlowOpenException Behind(string component) => new(new(FlowCodes.Behind,
        $"it takes the rows of '{component}', which is open", component, Minutes));

    public static FlowOpenException Missing(string reason, string text) =>
        new(new(FlowCodes.Missing, reason, text, Minutes));

    public static FlowOpenException Statement(string reason, string text) =>
        new(new(FlowCodes.Statement, reason, text, Hour));

    public static FlowOpenException Shape(string reason) => new(new(FlowCodes.Shape, reason, "", Hour));

    /// <summary>An expression that cannot be read or has no type.</summary>
    public static FlowOpenException Of(SsisFault fault, string expression) =>
        new(new(fault.Code, fault.Reason, expression, Minutes));
}
