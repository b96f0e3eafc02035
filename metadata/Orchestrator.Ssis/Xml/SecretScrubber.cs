using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Xml;

/// <summary>
/// Takes secrets out of a document, at the one place that all reading passes: encrypted values, what is marked
/// sensitive, what is called a password, and passwords within texts. What is made of the document has none.
/// </summary>
internal static class SecretScrubber
{
    private static readonly HashSet<string> Expressions =
    [
        "Expression", "InitExpression", "EvalExpression", "AssignExpression", "FriendlyExpression",
        "PropertyExpression",
    ];

    // Where the name of a value stands.
    private static readonly HashSet<string> Names = new(StringComparer.OrdinalIgnoreCase)
    {
        "Name", "Key", "ParamName", "ParameterName", "PropertyName",
    };

    // Compiled code and drawings: nothing is read of them, and they can be most of a file.
    private static readonly HashSet<string> Needless = ["BinaryItem", "DesignTimeProperties", "PackageVariables"];

    public static void Scrub(XDocument document)
    {
        var elements = document.Descendants().ToArray();
        foreach (var element in elements.Where(each => Needless.Contains(each.Name.LocalName)))
        {
            element.RemoveNodes();
        }

        var used = UsedAsSecrets(document);
        foreach (var element in document.Descendants().ToArray())
        {
            ScrubMarked(element);
            ScrubNamed(element, used);
        }

        foreach (var element in document.Descendants().ToArray())
        {
            ScrubTexts(element, each => SecretTexts.IsSecretName(each) || used.Contains(each));
        }
    }

    // Whatever a variable is called: what is put behind `Password=`, or into a property of that name, is one.
    private static HashSet<string> UsedAsSecrets(XDocument document)
    {
        var found = new HashSet<string>(StringComparer.Ordinal);
        foreach (var element in document.Descendants())
        {
            foreach (var attribute in element.Attributes().Where(each => Expressions.Contains(each.Name.LocalName)))
            {
                found.UnionWith(SecretTexts.UsedAsSecret(attribute.Value));
            }

            var name = Dts.Attribute(element, "Name") ?? "";
            if (!element.HasElements && (Expressions.Contains(element.Name.LocalName) || Expressions.Contains(name)))
            {
                found.UnionWith(SecretTexts.IsSecretName(name) ? SecretTexts.NamedIn(element.Value)
                    : SecretTexts.UsedAsSecret(element.Value));
            }
        }

        return found;
    }

    // An element that is marked may hold others: a parameter holds its value.
    private static void ScrubMarked(XElement element)
    {
        if (element.Name == Dts.Encrypted)
        {
            element.RemoveNodes();
            element.Value = Secret.Marker;
        }
        else if (element.Parent is not null && IsMarked(element))
        {
            HideLeaves(element);
        }
    }

    private static void ScrubNamed(XElement element, HashSet<string> used)
    {
        bool IsSecret(string name) => SecretTexts.IsSecretName(name) || used.Contains(name);

        foreach (var attribute in element.Attributes())
        {
            if (attribute.Value.Length > 0 && SecretTexts.IsSecretName(attribute.Name.LocalName))
            {
                attribute.Value = Secret.Marker;
            }
        }

        if (element.Name == Dts.Space + "Variable" && IsSecret(ObjectNameOf(element)))
        {
            ScrubExpression(element);
        }

        if (SecretTexts.IsSecretName(element.Name.LocalName) || SecretTexts.IsSecretName(NameOf(element))
            || (element.Name.LocalName == "VariableValue" && IsSecret(ObjectNameOf(element.Parent)))
            || (Dts.Attribute(element, "Name") == "ParameterValue" && IsSecret(ObjectNameOf(element.Parent)))
            || IsSecretSetting(element))
        {
            HideLeaves(element);
        }
        else if (element.Name.Namespace != Dts.Space)
        {
            ScrubPair(element);
        }
    }

    // Tasks of others write what they hold by pairs of a name and a value. A file of a script is called like one.
    private static void ScrubPair(XElement element)
    {
        var isSecret = element.Attributes().Any(each => Names.Contains(each.Name.LocalName)
                && SecretTexts.IsSecretName(each.Value) && !each.Value.Contains('.', StringComparison.Ordinal))
            || element.Elements().Any(each => Names.Contains(each.Name.LocalName) && !each.HasElements
                && SecretTexts.IsSecretName(each.Value.Trim()));
        if (!isSecret)
        {
            return;
        }

        foreach (var value in element.Attributes().Where(each => IsValue(each.Name) && each.Value.Length > 0))
        {
            value.Value = Secret.Marker;
        }

        foreach (var value in element.Elements().Where(each => IsValue(each.Name)))
        {
            HideLeaves(value);
        }

        if (!element.HasElements && element.Value.Length > 0)
        {
            element.Value = Secret.Marker;
        }
    }

    private static bool IsValue(XName name) => name.LocalName.EndsWith("Value", StringComparison.OrdinalIgnoreCase);

    private static void ScrubTexts(XElement element, Func<string, bool> isSecret)
    {
        foreach (var attribute in element.Attributes().Where(each => !each.IsNamespaceDeclaration))
        {
            var isExpression = Expressions.Contains(attribute.Name.LocalName);
            var clean = SecretTexts.Clean(attribute.Value, isExpression);
            clean = isExpression ? SecretTexts.CleanAssigned(clean, isSecret) : clean;
            if (!ReferenceEquals(clean, attribute.Value))
            {
                attribute.Value = clean;
            }
        }

        var isOfExpression = Expressions.Contains(element.Name.LocalName)
            || Expressions.Contains(Dts.Attribute(element, "Name") ?? Dts.Attribute(element, "name") ?? "");
        foreach (var text in element.Nodes().OfType<XText>().ToArray())
        {
            var clean = SecretTexts.Clean(text.Value, isOfExpression);
            text.Value = isOfExpression ? SecretTexts.CleanAssigned(clean, isSecret) : clean;
        }

        if (element.Name.LocalName == "PropertyExpression" && Dts.Attribute(element, "Name") == "Arguments"
            && element.Parent?.Descendants().FirstOrDefault(each => each.Name.LocalName == "ExecuteProcessData")
                is { } program && !element.HasElements)
        {
            element.Value = SecretTexts.CleanExpression(Dts.Attribute(program, "Executable") ?? "", element.Value);
        }

        if (element.Name.LocalName == "ExecuteProcessData" && element.Attribute("Arguments") is { } arguments)
        {
            arguments.Value = SecretTexts.CleanArguments(
                Dts.Attribute(element, "Executable") ?? "", arguments.Value);
        }
    }

    private static bool IsMarked(XElement element) => element.Attributes().Any(each =>
        each.Name.LocalName is "Sensitive" or "Encrypted" && Dts.IsYes(each.Value)) || IsSensitiveParameter(element);

    // In a project's file that a parameter is sensitive stands beside its value.
    private static bool IsSensitiveParameter(XElement element) =>
        element.Name == Dts.ProjectSpace + "Property" && Dts.Attribute(element, "Name") == "Value"
        && element.Parent is { } properties && properties.Elements().Any(each =>
            Dts.Attribute(each, "Name") == "Sensitive" && Dts.IsYes(each.Value.Trim()));

    // A variable, a parameter or a property that is called so; of an expression only its own texts are taken.
    private static string NameOf(XElement element) => element.Name.LocalName switch
    {
        "Property" or "property" or "PropertyExpression" =>
            Dts.Attribute(element, "Name") ?? Dts.Attribute(element, "name") ?? "",
        "VariableValue" => ObjectNameOf(element.Parent),
        _ => "",
    };

    private static string ObjectNameOf(XElement? element) =>
        element is null ? "" : new DtsProperties(element).Text("ObjectName");

    // A parameter's value is called Value, its name stands above it; a configuration says what it sets by a path.
    private static bool IsSecretSetting(XElement element) => element.Name.LocalName switch
    {
        "Property" when Dts.Attribute(element, "Name") is "ParameterValue" =>
            SecretTexts.IsSecretName(ObjectNameOf(element.Parent)),
        "Property" when Dts.Attribute(element, "Name") is "Value" =>
            SecretTexts.IsSecretName(Dts.Attribute(element.Parent?.Parent ?? element, "Name") ?? ""),
        "Value" when element.Parent?.Name.LocalName == "ConfigurationSetting" =>
            SecretTexts.IsSecretName(element.Parent.Elements()
                .FirstOrDefault(each => each.Name.LocalName == "Name")?.Value ?? ""),
        "ConfiguredValue" => SecretTexts.IsSecretTarget(Dts.Attribute(element.Parent ?? element, "Path") ?? ""),
        _ => false,
    };

    // What a password is evaluated by.
    private static void ScrubExpression(XElement variable)
    {
        if (variable.Attribute(Dts.Space + "Expression") is { } attribute)
        {
            attribute.Value = SecretTexts.CleanLiterals(attribute.Value);
        }

        foreach (var property in variable.Elements(Dts.Property)
            .Where(each => Dts.Attribute(each, "Name") == "Expression" && !each.HasElements))
        {
            property.Value = SecretTexts.CleanLiterals(property.Value);
        }
    }

    private static void HideLeaves(XElement element)
    {
        if (Expressions.Contains(element.Name.LocalName))
        {
            element.Value = SecretTexts.CleanLiterals(element.Value);
            return;
        }

        foreach (var leaf in element.DescendantsAndSelf().Where(each => !each.HasElements && each.Value.Length > 0)
            .ToArray())
        {
            leaf.Value = Secret.Marker;
        }
    }
}
