using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What comes before what: constraints, sequences, handlers, and what does nothing.</summary>
internal static class OrderCases
{
    private static readonly string Two = Sql("First", "EXEC dbo.One") + Sql("Then", "EXEC dbo.Two");

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["one_after_another"] = new PackageCase(Of(
            Sql("First", "EXEC dbo.One") + Sql("Second", "EXEC dbo.Two"), Arrow("First", "Second")))
            .Says("Second", "dependsOn: [First]").Lacks("First", "dependsOn"),
        ["constraint_failure"] = new PackageCase(Of(
            Sql("First", "EXEC dbo.One") + Sql("Told", "EXEC dbo.Tell"), Arrow("First", "Told", "DTS:Value=\"1\"")))
            .Says("Told", "{object: First, outcome: Failure}"),
        ["constraint_completion"] = new PackageCase(Of(Two, Arrow("First", "Then", "DTS:Value=\"2\"")))
            .Says("Then", "{object: First, outcome: Completion}"),
        ["constraint_or"] = new PackageCase(Of(
            Sql("A", "EXEC dbo.A") + Sql("B", "EXEC dbo.B") + Sql("Either", "EXEC dbo.C"),
            Arrow("A", "Either", "DTS:LogicalAnd=\"False\"") + Arrow("B", "Either", "DTS:LogicalAnd=\"False\"")))
            .Says("Either", "{any: [A, B]}"),
        ["constraint_or_of_several_objects"] = new PackageCase(Of(
            Sequence("A", Sql("A\\One", "EXEC dbo.A") + Sequence("A\\Inner", Sql("A\\Inner\\Two", "EXEC dbo.AA")))
                + Sql("B", "EXEC dbo.B") + Sql("Either", "EXEC dbo.C"),
            Arrow("A", "Either", "DTS:LogicalAnd=\"False\"") + Arrow("B", "Either", "DTS:LogicalAnd=\"False\"")))
            .Says("A_done", "kind: value", "container: A", "container: A_Inner").Says("Either", "any: [A_done, B]"),
        ["constraint_and"] = new PackageCase(Of(
            Sql("A", "EXEC dbo.A") + Sql("B", "EXEC dbo.B") + Sql("Both", "EXEC dbo.C"),
            Arrow("A", "Both") + Arrow("B", "Both")))
            .Says("Both", "dependsOn: [A, B]").Lacks("Both", "any"),
        ["constraint_expression"] = new PackageCase(Of(
            Sql("Ask", "SELECT COUNT(*) AS N FROM dbo.New", Result("N", "User::Count"), OneRow)
                + Sql("Work", "EXEC dbo.Work"),
            Arrow("Ask", "Work", "DTS:EvalOp=\"3\" DTS:Expression=\"@[User::Count] &gt; 0\" DTS:LogicalAnd=\"True\""),
            Variable("Count", 3, "0")))
            .Says("Work", "{object: Ask, when: \"Count > 0\"}"),
        ["constraint_expression_of_the_clock"] = new PackageCase(Of(
            Two, Arrow("First", "Then", "DTS:EvalOp=\"1\" DTS:LogicalAnd=\"True\" "
                + "DTS:Expression=\"DATEPART(&quot;hh&quot;, GETDATE()) &gt; 6\"")))
            .Says("Then_condition", "kind: sql", "sets: {Then_condition: Then_condition}", "outcome: Completion")
            .Says("Then", "when: ", "Then_condition"),
        ["constraint_expression_alone"] = Asked("1")
            .Says("Then", "outcome: Completion", "when: \"Count > 0\"").Lacks("Then", "any: "),
        ["constraint_expression_or_outcome"] = Asked("4")
            .Says("Then", "any: ", "outcome: Completion", "when: \"Count > 0\""),
        ["sequences"] = new PackageCase(Of(
            Sequence("One", Sql("One\\A", "EXEC dbo.A") + Sql("One\\B", "EXEC dbo.B"), Arrow("One\\A", "One\\B"))
                + Sequence("Two", Sql("Two\\C", "EXEC dbo.C")) + Sequence("Empty", ""),
            Arrow("One", "Empty") + Arrow("Empty", "Two")))
            .Says("C", "container: Two", "container: One").Says("B", "dependsOn: [A]"),
        ["disabled"] = new PackageCase(Of(
            Sql("First", "EXEC dbo.One") + Sql("Off", "EXEC dbo.Off", attributes: "DTS:Disabled=\"True\"")
                + Sql("Last", "EXEC dbo.Last"),
            Arrow("First", "Off") + Arrow("Off", "Last")))
            .Says("Off", "enabled: false").Says("Last", "First"),
        ["disabled_in_a_sequence"] = new PackageCase(Of(
            Sequence("Group", Sql("Group\\Live", "EXEC dbo.Live")
                + Sql("Group\\Idle", "EXEC dbo.Idle", attributes: "DTS:Disabled=\"True\""))
                + Sql("Last", "EXEC dbo.Last"),
            Arrow("Group", "Last")))
            .Says("Idle", "enabled: false").Lacks("Live", "enabled").Says("Last", "container: Group"),
        ["disabled_by_an_expression"] = new PackageCase(Of(
            Sql("Ask", "SELECT COUNT(*) AS N FROM dbo.New", Result("N", "User::Count"), OneRow)
                + Sql("Work", "EXEC dbo.Work", more: Expression("Disable", "@[User::Count] == 0")),
            Arrow("Ask", "Work"), Variable("Count", 3, "0")))
            .Says("Work", "when: \"not (", "Count").Lacks("Work", "enabled"),
        ["handler"] = Handled("OnError", Sql("Work.EventHandlers[OnError]\\Tell", "EXEC dbo.Tell ?",
                Parameter("0", "System::ErrorDescription")))
            .Says("Tell", "{object: Work, outcome: Failure}", "@orchestrator_error_message"),
        ["handler_before"] = Handled(
            "OnPreExecute", Sql("Work.EventHandlers[OnPreExecute]\\Prepare", "EXEC dbo.Prepare"))
            .Says("Work", "Prepare").Lacks("Prepare", "dependsOn"),
        ["handler_behind"] = Handled(
            "OnPostExecute", Sql("Work.EventHandlers[OnPostExecute]\\Tidy", "EXEC dbo.Tidy"))
            .Says("Tidy", "{object: Work, outcome: Completion}").Lacks("Work", "dependsOn"),
        ["forced_result"] = new PackageCase(Of(
            Sql("First", "EXEC dbo.One", attributes: "DTS:ForceExecutionResult=\"0\"") + Sql("Then", "EXEC dbo.Two"),
            Arrow("First", "Then")))
            .Says("First", "ForceExecutionResult").Says("Then", "dependsOn: [First]").Opens("ORC6084"),
    };

    private static PackageCase Asked(string test) => new(Of(Two, Arrow("First", "Then",
            $"DTS:EvalOp=\"{test}\" DTS:Expression=\"@[$Package::Count] &gt; 0\" DTS:LogicalAnd=\"True\""),
        more: Given("Count", 3, "1")));

    private static PackageCase Handled(string on, string tasks) => new(Of(
        Sql("Work", "EXEC dbo.Work", more: "<DTS:EventHandlers><DTS:EventHandler "
            + $"DTS:refId=\"Package\\Work.EventHandlers[{on}]\" DTS:EventName=\"{on}\" DTS:DTSID=\"{{H}}\" "
            + $"DTS:CreationName=\"{on}\">{Inner(tasks)}</DTS:EventHandler></DTS:EventHandlers>")));
}
