using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisControlFlowTests
{
    private const string Sequence = "STOCK:SEQUENCE";

    [TestCase("DTS:LogicalAnd='True'", ConstraintTest.Constraint, ConstraintValue.Success, null, true)]
    [TestCase("DTS:Value='1' DTS:LogicalAnd='True'", ConstraintTest.Constraint, ConstraintValue.Failure, null, true)]
    [TestCase("DTS:Value='2'", ConstraintTest.Constraint, ConstraintValue.Completion, null, false)]
    [TestCase("DTS:EvalOp='1' DTS:Expression='@A&gt;1' DTS:LogicalAnd='True'", ConstraintTest.Expression,
        ConstraintValue.Success, "@A>1", true)]
    [TestCase("DTS:EvalOp='3' DTS:Expression='@A' DTS:Value='1'", ConstraintTest.ExpressionAndConstraint,
        ConstraintValue.Failure, "@A", false)]
    [TestCase("DTS:EvalOp='4' DTS:Expression='@A'", ConstraintTest.ExpressionOrConstraint, ConstraintValue.Success,
        "@A", false)]
    [TestCase("DTS:Expression='@A'", ConstraintTest.Constraint, ConstraintValue.Success, null, false)]
    public void A_constraint_has_what_it_looks_at(
        string attributes, ConstraintTest test, ConstraintValue value, string? expression, bool isAnd)
    {
        var read = SsisSample.Read(SsisSample.New(
            SsisSample.Executables(SsisSample.Task("A", Sequence), SsisSample.Task("B", Sequence))
            + SsisSample.Constraints(SsisSample.Constraint("A", "B", attributes)))).Root.Constraints.Single();

        Assert.That((read.Test, read.Value, read.Expression, read.IsLogicalAnd),
            Is.EqualTo((test, value, expression, isAnd)));
    }

    [Test]
    public void A_constraint_that_names_nothing_is_left_out_and_said()
    {
        var package = SsisSample.Read(SsisSample.New(SsisSample.Executables(SsisSample.Task("A", Sequence))
            + SsisSample.Constraints(SsisSample.Constraint("A", "Gone"))));

        Assert.That(package.Root.Constraints, Is.Empty);
        Assert.That(SsisSample.CodesOf(package), Is.EqualTo("ORC6031"));
    }

    [Test]
    public void Constraints_in_a_circle_are_refused_with_their_way()
    {
        var package = SsisSample.Read(SsisSample.New(
            SsisSample.Executables(
                SsisSample.Task("A", Sequence), SsisSample.Task("B", Sequence), SsisSample.Task("C", Sequence))
            + SsisSample.Constraints(SsisSample.Constraint("A", "B"), SsisSample.Constraint("B", "C"),
                SsisSample.Constraint("C", "B"))));

        var finding = package.Findings.Single();
        Assert.That((finding.Code, finding.IsError), Is.EqualTo(("ORC6029", true)));
        Assert.That(finding.Message, Does.Contain("Package\\B → Package\\C → Package\\B")
            .Or.Contain("Package\\C → Package\\B → Package\\C"));
    }

    [Test]
    public void A_container_has_its_flags_and_what_is_evaluated()
    {
        var read = SsisSample.Only(Sequence, "",
            attributes: "DTS:Disabled='True' DTS:FailPackageOnFailure='True' DTS:FailParentOnFailure='True' "
                + "DTS:MaxErrorCount='0' DTS:TransactionOption='2' DTS:ISOLevel='4096' DTS:DelayValidation='True' "
                + "DTS:ForceExecutionResult='0' DTS:DisableEventHandlers='True'");

        Assert.That((read.IsDisabled, read.FailsPackage, read.FailsParent, read.MaximumErrorCount, read.Transaction),
            Is.EqualTo((true, true, true, 0, TransactionOption.Required)));
        Assert.That((read.IsolationLevel, read.DelaysValidation, read.ForcedResult), Is.EqualTo((4096, true, 0)));
        Assert.That(read.Properties, Is.EqualTo(new[] { new SsisProperty("DisableEventHandlers", "True") }));
    }

    [Test]
    public void Property_expressions_are_ordered_by_property()
    {
        var read = SsisSample.Read(SsisSample.New(SsisSample.Executables(SsisSample.Task("A", Sequence, more:
            "<DTS:PropertyExpression DTS:Name='Disable'>@X</DTS:PropertyExpression>"
            + "<DTS:PropertyExpression DTS:Name='Description'>@Y</DTS:PropertyExpression>")))).Root.Children.Single();

        Assert.That(read.Expressions,
            Is.EqualTo(new PropertyExpression[] { new("Description", "@Y"), new("Disable", "@X") }));
    }

    [Test]
    public void A_for_loop_has_its_three_expressions()
    {
        var read = SsisSample.Only("STOCK:FORLOOP", "", attributes:
            "DTS:InitExpression='@i = 0' DTS:EvalExpression='@i &lt; 3' DTS:AssignExpression='@i = @i + 1'");

        Assert.That(read.For, Is.EqualTo(new ForLoop("@i = 0", "@i < 3", "@i = @i + 1")));
    }

    [Test]
    public void Event_handlers_hold_tasks_with_paths_of_their_own()
    {
        const string handler = "<DTS:EventHandlers><DTS:EventHandler DTS:EventName='OnError' "
            + "DTS:CreationName='OnError'><DTS:Executables>";
        var package = SsisSample.Read(SsisSample.New(SsisSample.Executables(SsisSample.Task("A", Sequence, more: handler
            + SsisSample.TaskAt("Package\\A.EventHandlers[OnError]\\Tell", "Tell", Sequence)
            + "</DTS:Executables></DTS:EventHandler></DTS:EventHandlers>"))));

        var read = package.Root.Children.Single().Handlers.Single();
        Assert.That((read.Event, read.Path), Is.EqualTo(("OnError", "Package\\A.EventHandlers[OnError]")));
        Assert.That(read.Children.Single().Path, Is.EqualTo("Package\\A.EventHandlers[OnError]\\Tell"));
        Assert.That(ModelWalk.Of(package.Root).Select(each => each.Name),
            Is.EqualTo(new[] { "Nightly", "A", "Tell" }));
    }

    [Test]
    public void Two_tasks_of_one_name_have_two_paths()
    {
        var package = SsisSample.Read(SsisSample.New(
            SsisSample.Executables(SsisSample.Task("A", Sequence), SsisSample.Task("A", Sequence))));

        Assert.That(package.Root.Children.Select(each => each.Path),
            Is.EqualTo(new[] { "Package\\A", "Package\\A (2)" }));
    }

    [Test]
    public void A_task_that_nobody_knows_is_a_node_with_its_text()
    {
        var read = SsisSample.Only("Somebody.ZipTask, Somebody, Version=1.2.3.4", "<Zip Folder='C:\\in'/>");

        Assert.That((read.Kind, read.CreationName), Is.EqualTo((ExecutableKind.Other, "Somebody.ZipTask, Somebody")));
        Assert.That(read.RawText, Is.EqualTo("<Zip Folder=\"C:\\in\" />"));
    }

    [Test]
    public void Tasks_within_a_wrapper_that_nobody_knows_are_not_lost()
    {
        var package = SsisSample.Read(SsisSample.New(SsisSample.Executables(SsisSample.Task(
            "Parallel", "Somebody.ParallelLoop", $"<Loop><Body>{SsisSample.Task("In", Sequence)}</Body></Loop>"))));

        Assert.That(package.Root.Children.Single().Children.Single().Path, Is.EqualTo("Package\\Parallel\\In"));
    }

    [Test]
    public void Odd_names_stay_as_they_are()
    {
        var read = SsisSample.Read(SsisSample.New(SsisSample.Executables(
            SsisSample.Task("../[x] &amp; ${y}", Sequence)))).Root.Children.Single();

        Assert.That(read.Name, Is.EqualTo("../[x] & ${y}"));
    }
}
