package io.barograph.sources.gluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** What {@code gluster --xml} printed: an element with children, or a text. */
record GlusterAnswer(Element element) {
    /** GlusterFS nests nine deep. Text of elements is read recursively. */
    private static final String MAX_DEPTH = "100";

    private static final int MAX_QUOTED = 200;

    /**
     * @return the element {@code cliOutput}
     * @throws IOException if it is no XML, has a document type, or says that the command failed
     */
    static GlusterAnswer parse(String xml) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute("jdk.xml.maxElementDepth", MAX_DEPTH);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            GlusterAnswer answer = new GlusterAnswer(
                    builder.parse(new ByteArrayInputStream(xml.strip().getBytes(StandardCharsets.UTF_8)))
                            .getDocumentElement());
            if (!answer.text("opRet").equals("0")) {
                throw new IOException(answer.text("opErrstr").isEmpty() ? "no opRet of 0" : answer.text("opErrstr"));
            }
            return answer;
        } catch (SAXException e) {
            String printed = xml.strip().lines().findFirst().orElse("");
            throw new IOException(
                    printed.startsWith("<")
                            ? "no XML as gluster prints it: " + e.getMessage()
                            : "it printed no XML, but: " + printed.substring(0, Math.min(MAX_QUOTED, printed.length())),
                    e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return the children of that name */
    List<GlusterAnswer> all(String name) {
        List<GlusterAnswer> found = new ArrayList<>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child && child.getTagName().equals(name)) {
                found.add(new GlusterAnswer(child));
            }
        }
        return found;
    }

    /** @return the first child along a path of names; an element without children if there is none */
    GlusterAnswer at(String... path) {
        GlusterAnswer reached = this;
        for (String name : path) {
            List<GlusterAnswer> found = reached.all(name);
            reached = found.isEmpty()
                    ? new GlusterAnswer(element.getOwnerDocument().createElement(name))
                    : found.get(0);
        }
        return reached;
    }

    /** @return text of the first child of that name; empty if there is none */
    String text(String name) {
        return at(name).element.getTextContent().strip();
    }
}
