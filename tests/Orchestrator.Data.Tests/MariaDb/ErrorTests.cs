using System.Text.RegularExpressions;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Who can do something about an error, by its number.</summary>
internal sealed partial class ErrorTests
{
    [TestCase(1205, "HY000", DatabaseFaultClass.Transient)]
    [TestCase(1213, "40001", DatabaseFaultClass.Transient)]
    [TestCase(1040, "08004", DatabaseFaultClass.Transient)]
    [TestCase(1062, "23000", DatabaseFaultClass.Data)]
    [TestCase(4025, "23000", DatabaseFaultClass.Data)]
    [TestCase(1644, "45000", DatabaseFaultClass.Data)]
    [TestCase(1146, "42S02", DatabaseFaultClass.Config)]
    [TestCase(1142, "42000", DatabaseFaultClass.Config)]
    [TestCase(1305, "42000", DatabaseFaultClass.Config)]
    [TestCase(1153, "08S01", DatabaseFaultClass.Config)]
    [TestCase(1615, "HY000", DatabaseFaultClass.Transient)]
    [TestCase(1243, "HY000", DatabaseFaultClass.Bug)]
    [TestCase(9001, "22003", DatabaseFaultClass.Data)]
    [TestCase(9002, "08S01", DatabaseFaultClass.Transient)]
    [TestCase(9003, "HY000", DatabaseFaultClass.Config)]
    public void A_number_is_of_a_class_and_one_that_nobody_has_met_of_its_states(
        int number, string state, DatabaseFaultClass type) =>
        Assert.That(MariaDbNumbers.ClassOf(number, state), Is.EqualTo(type));

    [TestCase(1146, true)]
    [TestCase(1142, false)]
    [TestCase(1062, false)]
    [TestCase(1205, false)]
    public void What_a_trigger_may_have_raised_may_be_of_a_row(int number, bool mayBe) =>
        Assert.That(MariaDbNumbers.MayBeOfRow(number, ""), Is.EqualTo(mayBe));

    [TestCase(1213, true, false)]
    [TestCase(1020, true, false)]
    [TestCase(1205, false, false)]
    [TestCase(2013, false, true)]
    public void What_ends_a_transaction_or_a_session_is_known(int number, bool transaction, bool session) =>
        Assert.That(
            (MariaDbNumbers.EndsTransaction(number), MariaDbNumbers.EndsSession(number)),
            Is.EqualTo((transaction, session)));

    [Test]
    public void Each_advice_is_a_sentence()
    {
        var advice = Enumerable.Range(1000, 3200).Select(number => MariaDbAdvice.Of(number)).Distinct().ToArray();

        Assert.That(advice, Has.Length.GreaterThan(25));
        Assert.That(advice.Where(each => !Sentence().IsMatch(each)), Is.Empty);
    }

    [Test]
    public void What_is_not_of_the_client_is_not_explained() =>
        Assert.That(MariaDbErrors.Explain(new InvalidOperationException("Connection must be Open")), Is.Null);

    [TestCase("System.Net.Sockets")]
    [TestCase("System.Net.Security")]
    public void What_ends_within_a_frame_is_a_lost_connection(string assembly) => Assert.That(
        MariaDbErrors.Explain(new IOException("cut") { Source = assembly })!.IsConnectionLost, Is.True);

    [GeneratedRegex(@"^[A-Z`].*\.$")]
    private static partial Regex Sentence();
}
