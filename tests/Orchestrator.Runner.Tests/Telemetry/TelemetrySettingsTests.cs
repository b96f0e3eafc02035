using Orchestrator.Telemetry;

namespace Orchestrator.Runner.Tests.Telemetry;

internal sealed class TelemetrySettingsTests
{
    [Test]
    public void Without_variables_nothing_is_on()
    {
        Assert.That(Of().IsOn, Is.False);
    }

    [Test]
    public void An_endpoint_for_all_gets_the_path_of_each()
    {
        var settings = Of(("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/"));

        Assert.That(settings.Traces?.Endpoint, Is.EqualTo(new Uri("http://collector:4318/v1/traces")));
        Assert.That(settings.Metrics?.Endpoint, Is.EqualTo(new Uri("http://collector:4318/v1/metrics")));
        Assert.That(settings.Logs?.Endpoint, Is.EqualTo(new Uri("http://collector:4318/v1/logs")));
    }

    [Test]
    public void An_endpoint_of_its_own_is_taken_as_it_is_and_turns_on_that_one_alone()
    {
        var settings = Of(("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "https://metrics/in"));

        Assert.That(settings.Metrics?.Endpoint, Is.EqualTo(new Uri("https://metrics/in")));
        Assert.That((settings.Traces, settings.Logs), Is.EqualTo(((OtlpSignal?)null, (OtlpSignal?)null)));
    }

    [TestCase("http://localhost:4318/v1/traces", "")]
    [TestCase("http://localhost:4317/", "grpc")]
    public void Without_an_endpoint_the_exporter_alone_means_this_machine(string endpoint, string protocol)
    {
        var settings = Of(("OTEL_TRACES_EXPORTER", "otlp"), ("OTEL_EXPORTER_OTLP_PROTOCOL", protocol));

        Assert.That(settings.Traces?.Endpoint, Is.EqualTo(new Uri(endpoint)));
        Assert.That(settings.Metrics, Is.Null);
    }

    [Test]
    public void None_turns_one_off()
    {
        var settings = Of(("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"), ("OTEL_TRACES_EXPORTER", "none"));

        Assert.That(settings.Traces, Is.Null);
        Assert.That(settings.Metrics, Is.Not.Null);
    }

    [Test]
    public void Disabled_is_all_off()
    {
        Assert.That(
            Of(("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector"), ("OTEL_SDK_DISABLED", "TRUE")).IsOn, Is.False);
    }

    [TestCase("OTEL_TRACES_EXPORTER", "zipkin")]
    [TestCase("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json")]
    [TestCase("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json")]
    [TestCase("OTEL_EXPORTER_OTLP_ENDPOINT", "collector")]
    [TestCase("OTEL_EXPORTER_OTLP_HEADERS", "abc")]
    [TestCase("OTEL_EXPORTER_OTLP_HEADERS", "a=1,=2")]
    [TestCase("OTEL_EXPORTER_OTLP_HEADERS", "a b=1")]
    [TestCase("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "a=1\r\nb: 2")]
    [TestCase("OTEL_EXPORTER_OTLP_HEADERS", "a=%0d%0ab")]
    public void What_is_not_understood_is_off_and_said(string name, string value)
    {
        var settings = Of((name, value), ("OTEL_TRACES_EXPORTER", "otlp"));

        Assert.That(settings.Traces, Is.Null);
        Assert.That(settings.Refused, Has.Some.Contains(name));
    }

    [TestCase("authorization=Bearer%20key,x-tenant=a b")]
    [TestCase("a=b=c")]
    public void Headers_are_taken_as_they_are_written_and_the_exporter_takes_them(string headers)
    {
        var settings = Of(
            ("OTEL_EXPORTER_OTLP_HEADERS", headers), ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"));

        using var sender = new OtlpSender(settings, "1");

        Assert.That(settings.Traces, Has.Property("Headers").EqualTo(headers));
    }

    [TestCase("a=1,a=2")]
    [TestCase("a=1,A=2")]
    [TestCase("key=x%2Cy")]
    public void Headers_that_the_exporter_would_stumble_over_turn_it_off(string headers)
    {
        var settings = Of(("OTEL_EXPORTER_OTLP_HEADERS", headers), ("OTEL_TRACES_EXPORTER", "otlp"));

        Assert.That(settings.Traces, Is.Null);
        Assert.That(settings.Refused.Single(), Does.StartWith("OTEL_EXPORTER_OTLP_HEADERS: "));
    }

    [Test]
    public void What_the_libraries_stumble_over_costs_the_telemetry_and_not_the_run()
    {
        List<string> said = [];

        var made = OtlpSender.Guarded<object>(() => throw new ArgumentException("key=s3cret"), said.Add);

        Assert.That(made, Is.Null);
        Assert.That(said.Single(), Does.StartWith("no telemetry is sent").And.Not.Contains("s3cret"));
    }

    [Test]
    public void What_is_said_of_a_header_does_not_repeat_it() => Assert.That(
        Of(("OTEL_EXPORTER_OTLP_HEADERS", "s3cret"), ("OTEL_TRACES_EXPORTER", "otlp")).Refused.Single(),
        Does.Not.Contain("s3cret"));

    [Test]
    public void What_is_its_own_comes_before_what_is_for_all()
    {
        var settings = Of(("OTEL_EXPORTER_OTLP_ENDPOINT", "http://all"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=1"),
            ("OTEL_EXPORTER_OTLP_LOGS_HEADERS", "a=2"), ("OTEL_EXPORTER_OTLP_LOGS_TIMEOUT", "500"));

        Assert.That(settings.Logs, Has.Property("Headers").EqualTo("a=2"));
        Assert.That(settings.Logs!.Timeout, Is.EqualTo(TimeSpan.FromMilliseconds(500)));
        Assert.That(settings.Traces, Has.Property("Headers").EqualTo("a=1"));
    }

    private static TelemetrySettings Of(params (string Name, string Value)[] variables) => TelemetrySettings.Of(
        name => Array.Find(variables, one => one.Name == name).Value is { Length: > 0 } value ? value : null);
}
