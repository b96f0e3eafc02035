using Orchestrator.Telemetry.Lineage;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

internal sealed class LineageSettingsTests
{
    [TestCase("key")]
    [TestCase("key\n")]
    public void A_key_is_taken_without_what_stands_around_it(string key)
    {
        var settings = Of(("OPENLINEAGE_URL", "https://lineage.example.org"), ("OPENLINEAGE_API_KEY", key));

        Assert.That((settings.IsOn, settings.Key, settings.Address), Is.EqualTo(
            (true, "key", "https://lineage.example.org/api/v1/lineage")));
    }

    [TestCase("s3cret\r\nX-A: b")]
    [TestCase("s3crét")]
    public void One_that_no_header_can_carry_turns_it_off_and_is_not_repeated(string key)
    {
        var settings = Of(("OPENLINEAGE_URL", "https://lineage.example.org"), ("OPENLINEAGE_API_KEY", key));

        Assert.That(settings.IsOn, Is.False);
        Assert.That(settings.Refused.Single(), Does.StartWith("OPENLINEAGE_API_KEY: ").And.Not.Contains("s3cr"));
    }

    [TestCase("ftp")]
    [TestCase("http")]
    public void A_transport_that_leads_nowhere_is_said(string type)
    {
        var settings = Of(("OPENLINEAGE__TRANSPORT__TYPE", type));

        Assert.That(settings.IsOn, Is.False);
        Assert.That(settings.Refused, Has.Exactly(1).Items);
    }

    [TestCase("OPENLINEAGE_ALLOW_PRIVATE", "yes", "expected true or false, got: 'yes'")]
    [TestCase("OPENLINEAGE__TRANSPORT__LOG_FILE_PATH", "/var/lineage", "it needs OPENLINEAGE__TRANSPORT__TYPE=file")]
    [TestCase("OPENLINEAGE_ENDPOINT", "https://elsewhere.example.org/x", "expected the path behind OPENLINEAGE_URL")]
    public void What_would_be_taken_for_something_else_turns_it_off(string name, string value, string message)
    {
        var settings = Of(("OPENLINEAGE_URL", "https://lineage.example.org"), (name, value));

        Assert.That(settings.IsOn, Is.False);
        Assert.That(settings.Refused.Single(), Does.StartWith($"{name}: {message}"));
    }

    private static LineageSettings Of(params (string Name, string Value)[] variables) => LineageSettings.Of(
        name => Array.Find(variables, one => one.Name == name).Value);
}
