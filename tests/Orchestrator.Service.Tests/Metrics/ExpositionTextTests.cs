using Orchestrator.Service.Metrics;

namespace Orchestrator.Service.Tests.Metrics;

internal sealed class ExpositionTextTests
{
    [Test]
    public void What_labels_say_is_escaped()
    {
        var text = new ExpositionText();
        text.Begin("a_total", "counter", "of \\ and\nmore");
        text.Add(1, ("b", "\"\\\n{},="), ("c", "ä"));

        Assert.That($"{text}", Is.EqualTo(
            "# HELP a_total of \\\\ and\\nmore\n# TYPE a_total counter\na_total{b=\"\\\"\\\\\\n{},=\",c=\"ä\"} 1\n"));
        Assert.That(new Exposition($"{text}").Samples.Single().Labels["b"], Is.EqualTo("\"\\\n{},="));
    }

    [TestCase(0, "0")]
    [TestCase(0.1, "0.1")]
    [TestCase(1795644000.123456, "1795644000.123456")]
    [TestCase(double.PositiveInfinity, "+Inf")]
    public void Numbers_are_written_without_loss(double number, string written) =>
        Assert.That(ExpositionText.Number(number), Is.EqualTo(written));
}
